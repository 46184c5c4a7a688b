/** A range of counts; both ends are allowed. */
export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** Whether the text has this many code points. Counting is left out where the length alone tells, so that long texts cost nothing. */
export function codePointsWithin(text: string, { min, max }: Limits): boolean {
  const { length } = text;
  // A code point takes one or two units of UTF-16.
  if (length < min || length > 2 * max) return false;
  if (length <= max && length >= 2 * min) return true;
  let count = 0;
  for (let at = 0; at < length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) count++;
  return count >= min && count <= max;
}

/** How many elements or entries there are; NaN, which is in no range, for what holds none. */
export function elementsIn(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  if (value instanceof Set || value instanceof Map) return value.size;
  if (typeof value !== 'object' || value === null) return NaN;
  let count = 0;
  for (const key in value) if (Object.hasOwn(value, key)) count++;
  return count;
}

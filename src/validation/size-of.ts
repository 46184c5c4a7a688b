/** How many characters or elements there are; NaN, which is in no range, for what has no size. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (Array.isArray(value)) return value.length;
  if (value instanceof Set || value instanceof Map) return value.size;
  if (typeof value !== 'object' || value === null) return NaN;
  let count = 0;
  for (const key in value) if (Object.hasOwn(value, key)) count++;
  return count;
}

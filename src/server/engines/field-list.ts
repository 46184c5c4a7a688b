/** Header fields as engines hold them: name, value, name, value …, the form that is cheapest to build and to send. Names match in any case. */
export type FieldList = string[];

/** Where the name stands, from an index on; -1 where it does not. */
export function indexOfField(fields: FieldList, name: string, from = 0): number {
  const { length } = name;
  for (let i = from; i < fields.length; i += 2) {
    const other = fields[i]!;
    if (other === name || (other.length === length && other.toLowerCase() === name.toLowerCase())) return i;
  }
  return -1;
}

/** The value of that name, all of them where there are several. */
export function fieldValue(fields: FieldList, name: string): string | readonly string[] | undefined {
  const first = indexOfField(fields, name);
  if (first < 0) return undefined;
  const values = [fields[first + 1]!];
  for (let i = indexOfField(fields, name, first + 2); i >= 0; i = indexOfField(fields, name, i + 2)) values.push(fields[i + 1]!);
  return values.length === 1 ? values[0] : values;
}

/** Puts the value, or the values, in place of those of the same name. */
export function setField(fields: FieldList, name: string, value: string | readonly string[]): void {
  const index = indexOfField(fields, name);
  if (index >= 0) {
    if (typeof value === 'string' && indexOfField(fields, name, index + 2) < 0) {
      fields[index + 1] = value;
      return;
    }
    removeField(fields, name);
  }
  if (typeof value === 'string') fields.push(name, value);
  else for (const one of value) fields.push(name, one);
}

export function removeField(fields: FieldList, name: string): void {
  for (let index = indexOfField(fields, name); index >= 0; index = indexOfField(fields, name, index)) fields.splice(index, 2);
}

/** Each name once, as first written. */
export function fieldNames(fields: FieldList): readonly string[] {
  const names = new Map<string, string>();
  for (let i = 0; i < fields.length; i += 2) {
    const name = fields[i]!;
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  }
  return [...names.values()];
}

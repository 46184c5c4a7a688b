/** The promise that a value is, or undefined for any other value. Thenables of other makes count: database drivers return them. */
export function asPromise(value: unknown): Promise<unknown> | undefined {
  if (value instanceof Promise) return value;
  if (typeof value !== 'object' || value === null || typeof (value as { then?: unknown }).then !== 'function') return undefined;
  return Promise.resolve(value);
}

/** The declared type of the I-th parameter of method K. */
export type ArgumentOf<T, K extends keyof T, I extends number> = T[K] extends (...args: infer A) => unknown ? A[I] : never;

/** What a method gives its caller in the end, or the field's own type. */
export type ValueOf<T, K extends keyof T> = T[K] extends (...args: never[]) => infer R ? Awaited<R> : T[K];

/** `unknown` where Actual fits; otherwise a type that nothing is assignable to, whose key is the message to read. */
export type Fits<Actual, Allowed, Problem extends string> = [Actual] extends [Allowed] ? unknown : { readonly [P in Problem]: Actual };

/** The place of an annotation that stands on a parameter, a field, an accessor or a method, whatever their types. */
export type AnyMemberAnnotation = (target: object, member: PropertyKey, where?: PropertyDescriptor | number) => void;

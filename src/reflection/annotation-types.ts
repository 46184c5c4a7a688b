/** The declared type of the I-th parameter of method K. */
export type ArgumentOf<T, K extends keyof T, I extends number> = T[K] extends (...args: infer A) => unknown ? A[I] : never;

/** What a method gives its caller in the end, or the field's own type. */
export type ValueOf<T, K extends keyof T> = T[K] extends (...args: never[]) => infer R ? Awaited<R> : T[K];

/** `unknown` where Actual fits; otherwise a type that nothing is assignable to, whose key is the message to read. */
export type Fits<Actual, Allowed, Problem extends string> = [Actual] extends [Allowed] ? unknown : { readonly [P in Problem]: Actual };

/** The place of an annotation that stands on a parameter, a field, an accessor or a method, whatever their types. */
export type AnyMemberAnnotation = (target: object, member: PropertyKey, where?: PropertyDescriptor | number) => void;

/**
 * The third argument of a decorator: a parameter's index, a method's descriptor, nothing on a field. One signature that tells them apart,
 * and not an overload for each, since of several overloads the compiler explains the last, which may be the wrong one.
 */
export type Where = number | PropertyDescriptor | undefined;

/** The demand, where the annotation stands on a field, an accessor or a method. */
export type OnMember<W, Demand> = [W] extends [number] ? unknown : Demand;

/** The demand, where the annotation stands on a parameter. */
export type OnParameter<W, Demand> = [W] extends [number] ? Demand : unknown;

/** The declared type of the parameter that an annotation stands on. */
export type ArgumentAt<T, K extends keyof T, W> = W extends number ? ArgumentOf<T, K, W> : never;

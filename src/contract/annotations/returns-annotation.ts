import type { Reply } from '../../http/reply.js';
import type { Fits } from '../../reflection/annotation-types.js';
import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';
import type { TypeRef } from '../../reflection/type-ref.js';
import { typeOfToken } from '../../reflection/type-token.js';
import type { Described, Token } from '../../reflection/type-token.js';
import type { Optional } from '../../values/optional.js';

/** What a method says that it answers. */
export interface ReturnedResult {
  /** Undefined where only the status is named. */
  readonly type: TypeRef | undefined;
  /** Undefined where the declaration decides: 200, or 204 for nothing. */
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a method answers when nothing goes wrong. */
export const ReturnsKind = new AnnotationKind<ReturnedResult>('Returns');

/** The status and headers that a method answers with beside a body. */
export interface ReturnsOptions {
  readonly status?: number;
  /** The headers that replies carry, by name, each with what it says. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The body that a method's declared result leads to: what promises, optionals and replies hold, and what streams are made of. */
export type BodyOf<R> =
  Awaited<R> extends infer S
    ? S extends Optional<infer V>
      ? V
      : S extends Reply<infer V>
        ? V
        : S extends AsyncIterable<infer V> | Iterator<infer V>
          ? V
          : NonNullable<S>
    : never;

/** What is answered is only read, so that readonly lists, sets and maps do as well. */
type Readable<V> = V extends readonly (infer E)[]
  ? readonly Readable<E>[]
  : V extends ReadonlySet<infer E>
    ? ReadonlySet<E>
    : V extends ReadonlyMap<infer K, infer E>
      ? ReadonlyMap<K, E>
      : V;

/** `unknown` where the body fits the token, or is not known because the method returns a bare `Reply`. */
type Answers<T, K extends keyof T, D> = T[K] extends (...args: never[]) => infer R
  ? unknown extends BodyOf<R>
    ? unknown
    : Fits<BodyOf<R>, Readable<Described<D>>, '@Returns names another type; this method returns'>
  : never;

/**
 * Says what a method answers, for readers of the contract: the type of the body where the compiler forgets it, as in `Promise<Person>`, and the
 * status where it is not 200. The compiler checks the type against the declaration.
 *
 * @example @POST @Returns(Person, { status: 201 }) create(draft: Draft): Promise<Reply<Person>>
 * @example @DELETE @Returns(204) remove(id: IntParam): Promise<void>
 */
export function Returns(status: number): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
export function Returns<D extends Token>(
  type: D,
  options?: ReturnsOptions,
): <T extends object, K extends keyof T>(target: T, method: K & Answers<T, K, D>, descriptor: PropertyDescriptor) => void;
export function Returns(what: Token | number, { status, headers = {} }: ReturnsOptions = {}): (...args: DecoratorArguments) => void {
  const result: ReturnedResult =
    typeof what === 'number' ? { type: undefined, status: what, headers } : { type: typeOfToken(what), status, headers };
  return (...args) => record(ReturnsKind, result, placeOf(args));
}

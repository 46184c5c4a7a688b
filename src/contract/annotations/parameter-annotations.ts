import type { ArgumentAt, ArgumentOf, Fits, OnMember, OnParameter, ValueOf, Where } from '../../reflection/annotation-types.js';
import { AnnotationKind, isBareUse, placeOf, record, recordType } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';
import type { Described, Token } from '../../reflection/type-token.js';
import type { Optional } from '../../values/optional.js';
import type { Wrapper } from '../../values/wrapper.js';
import type { ContextKey } from './context-key.js';

/** The part of the request that a parameter's text comes from. */
export type SourceKind = 'query' | 'path' | 'header' | 'cookie' | 'form';

/** A source and the name of the parameter in it. */
export interface ParameterSourceUse {
  readonly from: SourceKind;
  readonly name: string;
}

/** The source of a parameter, or of a field of a bean parameter. */
export const SourceAnnotation = new AnnotationKind<ParameterSourceUse>('ParameterSource', {
  written: (source) => annotationOfSource(source).slice(1),
});
/** The text in place of a missing parameter. */
export const DefaultValueKind = new AnnotationKind<string>('DefaultValue');
/** An object whose fields are parameters. */
export const BeanParamKind = new AnnotationKind<true>('BeanParam');
/** What the framework knows of the request. */
export const ContextKind = new AnnotationKind<ContextKey<unknown> | undefined>('Context');

/** The declarations that survive compilation, so that no token is needed. */
export type SurvivesCompilation<D> = [string] extends [D]
  ? unknown
  : [number] extends [D]
    ? unknown
    : [boolean] extends [D]
      ? unknown
      : // An Optional is no wrapper, though it has the form of one: what it holds is forgotten.
        [NonNullable<D>] extends [Optional<unknown>]
        ? Forgotten<D>
        : [NonNullable<D>] extends [Wrapper<unknown>]
          ? unknown
          : Forgotten<D>;

// A conditional type, so that the compiler prints the sentence and not this alias.
type Forgotten<D> = [D] extends [unknown]
  ? { readonly 'name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': D }
  : never;

/** How messages name a parameter: "query param n", "header X-Tenant". */
export function describeSource({ from, name }: ParameterSourceUse): string {
  return `${sourceWords[from].inMessages} ${name}`;
}

/** The annotation that names a source: "@QueryParam". */
export function annotationOfSource({ from }: ParameterSourceUse): string {
  return sourceWords[from].annotation;
}

const sourceWords: Readonly<Record<SourceKind, { readonly inMessages: string; readonly annotation: string }>> = {
  query: { inMessages: 'query param', annotation: '@QueryParam' },
  path: { inMessages: 'path param', annotation: '@PathParam' },
  header: { inMessages: 'header', annotation: '@HeaderParam' },
  cookie: { inMessages: 'cookie', annotation: '@CookieParam' },
  form: { inMessages: 'form field', annotation: '@FormParam' },
};

/** Stands on a parameter of a resource method, or on a field or accessor of a bean parameter. */
export interface ParameterSource {
  (
    name: string,
  ): <T extends object, K extends keyof T, W extends Where = undefined>(
    target: T,
    member: K & OnMember<W, SurvivesCompilation<ValueOf<T, K>>>,
    where?: W & OnParameter<W, SurvivesCompilation<ArgumentAt<T, K, W>>>,
  ) => void;
  <D extends Token>(
    name: string,
    type: D,
  ): <T extends object, K extends keyof T, W extends Where = undefined>(
    target: T,
    member: K & OnMember<W, Fits<Described<D>, ValueOf<T, K>, 'this member cannot hold'>>,
    where?: W & OnParameter<W, Fits<Described<D>, ArgumentAt<T, K, W>, 'this parameter cannot hold'>>,
  ) => void;
}

/** A variable of the path template. */
export const PathParam: ParameterSource = parameterSource('path');
/** A value of the query; the first one where the key is repeated, all of them for a set or a list. */
export const QueryParam: ParameterSource = parameterSource('query');
/** A field of a form; all values of the key for a set or a list. */
export const FormParam: ParameterSource = parameterSource('form');
/** A header of the request. */
export const HeaderParam: ParameterSource = parameterSource('header');
/** A cookie of the request. */
export const CookieParam: ParameterSource = parameterSource('cookie');

/** The text that stands in for a missing parameter; a malformed one is not replaced. */
export function DefaultValue(text: string): (target: object, member: PropertyKey, where?: PropertyDescriptor | number) => void {
  return (target, member, where) =>
    record(DefaultValueKind, text, placeOf(where === undefined ? [target, member] : [target, member, where]));
}

/** An object whose fields or setters carry parameter annotations; stands on a parameter, or on a field of another such object. */
export const BeanParam = (target: object, member: PropertyKey, where?: PropertyDescriptor | number): void => {
  record(BeanParamKind, true, placeOf(where === undefined ? [target, member] : [target, member, where]));
};

/** Stands on a parameter: bare for what is known by its class (`AbortSignal`, `RequestContext`, …) or with the key of what a filter left. */
export interface ContextAnnotation {
  (target: object, member: PropertyKey, index: number): void;
  <V>(
    key: ContextKey<V>,
  ): <T extends object, M extends keyof T, I extends number>(
    target: T,
    method: M,
    index: I & Fits<V | undefined, ArgumentOf<T, M, I>, 'this parameter cannot hold'>,
  ) => void;
}

/**
 * Something that the framework or a filter knows of the request and that is no part of its text.
 *
 * @example fetch(@Context signal: AbortSignal, @Context(CurrentUser) user: User | undefined)
 */
export const Context: ContextAnnotation = ((...args: unknown[]) => {
  if (isBareUse(args)) return record(ContextKind, undefined, placeOf(args));
  return (...place: DecoratorArguments) => record(ContextKind, args[0] as ContextKey<unknown>, placeOf(place));
}) as ContextAnnotation;

function parameterSource(from: SourceKind): ParameterSource {
  return (name: string, type?: Token) =>
    (...args: DecoratorArguments) => {
      const place = placeOf(args);
      record(SourceAnnotation, { from, name }, place);
      if (type !== undefined) recordType(type, place);
    };
}

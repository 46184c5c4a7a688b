import { AnnotationKind, isBareUse, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';
import { Declaration } from '../declaration.js';

/** The path template of a class or a method. */
export const PathKind = new AnnotationKind<string>('Path');
/** The HTTP method that a method answers. */
export const HttpMethodKind = new AnnotationKind<string>('HttpMethod', {
  written: (method) => (usualMethods.has(method) ? method : 'HttpMethod'),
});
/** Where the annotation stands that makes a method answer requests. */
export const DeclarationKind = new AnnotationKind<Declaration>('Declaration', { isInternal: true });
/** The media types that are read. */
export const ConsumesKind = new AnnotationKind<readonly string[]>('Consumes');
/** The media types that are written. */
export const ProducesKind = new AnnotationKind<readonly string[]>('Produces');

const usualMethods = new Set(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']);

/** Stands on a class or on a method. */
export interface ClassOrMethodAnnotation {
  (target: abstract new (...args: never[]) => object): void;
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
}

/** Stands on a method, written bare or called: `@GET` or `@GET()`. */
export interface MethodAnnotation {
  (target: object, method: PropertyKey, descriptor: PropertyDescriptor): void;
  (): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void;
}

/**
 * Where a resource class or one of its methods is found; variables are written `{name}` or `{name: regular expression}`. A method with a path
 * and without an HTTP method hands on to the sub-resource that it returns.
 */
export function Path<P extends string>(template: P & WellFormedPath<P>): ClassOrMethodAnnotation {
  const annotation = (...args: unknown[]): void => {
    const place = placeOf(args as unknown as DecoratorArguments);
    record(PathKind, template, place);
    // A method with a path alone finds sub-resources; one with an HTTP method as well is found by either annotation.
    if (place.member !== undefined) record(DeclarationKind, Declaration.capture(annotation), place);
  };
  return annotation;
}

/** `unknown` for a path that can be; for others a type that nothing is assignable to, whose key says what to write. */
export type WellFormedPath<P extends string> = string extends P
  ? unknown
  : P extends `${string}://${string}`
    ? { readonly 'write a path, not a URL, in place of': P }
    : P extends ` ${string}` | `${string} `
      ? { readonly 'write the path without blanks at its ends, not': P }
      : P extends `${string}/:${string}` | `:${string}`
        ? { readonly 'write {id}, not :id, for the variable in': P }
        : P extends `${string}/*` | '*'
          ? { readonly 'write {rest: .*} for any path, not the * in': P }
          : unknown;

/** The media types that a method reads, or all methods of a class; JSON where nothing is said. */
export function Consumes(...mediaTypes: [string, ...string[]]): ClassOrMethodAnnotation {
  return (...args: unknown[]) => record(ConsumesKind, mediaTypes, placeOf(args as unknown as DecoratorArguments));
}

/** The media types that a method answers with, or all methods of a class, the preferred one first; JSON where nothing is said. */
export function Produces(...mediaTypes: [string, ...string[]]): ClassOrMethodAnnotation {
  return (...args: unknown[]) => record(ProducesKind, mediaTypes, placeOf(args as unknown as DecoratorArguments));
}

/** Answers a method of your own: `@HttpMethod('PURGE')`. */
export function HttpMethod(name: string): (target: object, method: PropertyKey, descriptor: PropertyDescriptor) => void {
  const annotation = (...args: [object, PropertyKey, PropertyDescriptor]): void => answers(name, annotation, args);
  return annotation;
}

/** Answers GET, and HEAD where the resource does not. */
export const GET: MethodAnnotation = httpMethod('GET');
/** Answers POST. */
export const POST: MethodAnnotation = httpMethod('POST');
/** Answers PUT. */
export const PUT: MethodAnnotation = httpMethod('PUT');
/** Answers DELETE. */
export const DELETE: MethodAnnotation = httpMethod('DELETE');
/** Answers PATCH. */
export const PATCH: MethodAnnotation = httpMethod('PATCH');
/** Answers HEAD in place of the automatic answer. */
export const HEAD: MethodAnnotation = httpMethod('HEAD');
/** Answers OPTIONS in place of the automatic answer. */
export const OPTIONS: MethodAnnotation = httpMethod('OPTIONS');

function httpMethod(name: string): MethodAnnotation {
  const annotation = (...args: unknown[]): unknown => {
    if (!isBareUse(args)) return HttpMethod(name);
    return answers(name, annotation, args);
  };
  return annotation as MethodAnnotation;
}

function answers(name: string, annotation: (...args: never[]) => unknown, args: DecoratorArguments): void {
  const place = placeOf(args);
  record(HttpMethodKind, name, place);
  record(DeclarationKind, Declaration.capture(annotation), place);
}

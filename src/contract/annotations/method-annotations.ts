import { cacheControlText } from '../../http/cache-control.js';
import type { CacheControlOptions } from '../../http/cache-control.js';
import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { AnnotationPlace, DecoratorArguments } from '../../reflection/annotation.js';
import { DataSize } from '../../values/data-size.js';
import { Duration } from '../../values/duration.js';
import type { ClassOrMethodAnnotation } from './routing-annotations.js';

/** The Cache-Control header of a method's replies. */
export const CacheControlKind = new AnnotationKind<CacheControlOptions>('CacheControl');
/** How long a method may take. */
export const TimeoutKind = new AnnotationKind<Duration>('Timeout');
/** How large a request's body may be. */
export const MaxBodySizeKind = new AnnotationKind<DataSize>('MaxBodySize');

/**
 * Sets the Cache-Control header of a method's successful replies; `no-transform` is part of it unless switched off.
 *
 * @example @GET @CacheControl({ maxAge: '6 hours' }) list(): Person[]
 */
export function CacheControl(options: CacheControlOptions): ClassOrMethodAnnotation {
  return (...args: unknown[]) => {
    const place = placeOf(args as unknown as DecoratorArguments);
    readAt(place, `@CacheControl(${JSON.stringify(options)})`, () => cacheControlText(options));
    record(CacheControlKind, options, place);
  };
}

/** Answers 503 where the method has not answered in time; the `AbortSignal` that it may ask for is aborted as well. */
export function Timeout(limit: Duration | string): ClassOrMethodAnnotation {
  return (...args: unknown[]) => {
    const place = placeOf(args as unknown as DecoratorArguments);
    record(
      TimeoutKind,
      readAt(place, `@Timeout("${limit.toString()}")`, () => Duration.from(limit)),
      place,
    );
  };
}

/**
 * How large the body of a request may be, in place of the server's `maxRequestBodySize`; a larger one is answered with 413. A body that is
 * taken as a stream has no limit unless this gives it one.
 *
 * @example @POST @MaxBodySize('10 MB') upload(content: Readable): Promise<Receipt>
 */
export function MaxBodySize(limit: DataSize | string): ClassOrMethodAnnotation {
  return (...args: unknown[]) => {
    const place = placeOf(args as unknown as DecoratorArguments);
    record(
      MaxBodySizeKind,
      readAt(place, `@MaxBodySize("${limit.toString()}")`, () => DataSize.from(limit)),
      place,
    );
  };
}

/** Reads what an annotation was given; what cannot be read is refused with the place of the annotation. */
function readAt<V>({ target, member }: AnnotationPlace, annotation: string, read: () => V): V {
  try {
    return read();
  } catch (error) {
    const type = typeof target === 'function' ? target.name : target.constructor.name;
    const place = member === undefined ? type : `${type}.${String(member)}`;
    throw new RangeError(`${place}: ${annotation}: ${(error as Error).message}`, { cause: error });
  }
}

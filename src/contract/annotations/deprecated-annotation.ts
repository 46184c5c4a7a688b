import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';

/** When something was given up, until when it works, and what to use in its place. */
export interface DeprecatedOptions {
  /** A year, a month or a day: "2026", "2026-06", "2026-06-30". */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset?: string;
  /** What to use in its place, in words for clients: "GET /v2/people". */
  readonly use?: string;
}

/** What {@link Deprecated} says, its days as moments. */
export interface Deprecation {
  readonly since: Date;
  readonly sunset: Date | undefined;
  readonly use: string | undefined;
}

/** Recorded by {@link Deprecated}. */
export const DeprecatedKind = new AnnotationKind<Deprecation>('Deprecated');

/**
 * Tells clients to stop using something. A method, or every method of a class, then answers with the headers Deprecation (RFC 9745) and Sunset
 * (RFC 8594); fields and parameters are only marked in the OpenAPI document.
 *
 * @example @GET @Deprecated({ since: '2026-06', sunset: '2027-01-01', use: 'GET /v2/people' }) list(): Person[]
 */
export function Deprecated({ since, sunset, use }: DeprecatedOptions): DeprecatedAnnotation {
  const deprecation: Deprecation = {
    since: firstMomentOf(since, 'since'),
    sunset: sunset === undefined ? undefined : firstMomentOf(sunset, 'sunset'),
    use,
  };
  if (deprecation.sunset !== undefined && deprecation.sunset < deprecation.since)
    throw new RangeError(`@Deprecated: sunset "${sunset}" is before since "${since}"`);
  return (...args: DecoratorArguments) => record(DeprecatedKind, deprecation, placeOf(args));
}

/** The place of a {@link Deprecated}: anywhere that annotations can stand. */
export type DeprecatedAnnotation = (target: object, member?: PropertyKey, where?: PropertyDescriptor | number) => void;

/** The headers that say it to clients. */
export function deprecationHeaders({ since, sunset }: Deprecation): readonly (readonly [name: string, value: string])[] {
  const deprecated = ['Deprecation', `@${since.getTime() / 1000}`] as const;
  return sunset === undefined ? [deprecated] : [deprecated, ['Sunset', sunset.toUTCString()]];
}

function firstMomentOf(text: string, option: string): Date {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? [];
  const moment = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // Date takes the 30th of February for the 2nd of March.
  if (Number.isNaN(moment.getTime()) || !moment.toISOString().startsWith(`${year}-${month}-${day}`))
    throw new RangeError(`@Deprecated: ${option} "${text}" is not a date; write it as in "2026-06" or "2026-06-30"`);
  return moment;
}

import { Duration } from '../values/duration.js';

/** The parameters of a Cache-Control header. */
export interface CacheControlOptions {
  readonly private?: boolean;
  readonly public?: boolean;
  readonly noCache?: boolean;
  readonly noStore?: boolean;
  readonly noTransform?: boolean;
  readonly mustRevalidate?: boolean;
  readonly proxyRevalidate?: boolean;
  readonly immutable?: boolean;
  readonly maxAge?: Duration | string;
  readonly sharedMaxAge?: Duration | string;
  readonly staleWhileRevalidate?: Duration | string;
  readonly staleIfError?: Duration | string;
}

/** The header's text, its directives always in the same order; empty where nothing was asked for. */
export function cacheControlText(options: CacheControlOptions): string {
  const directives: string[] = [];
  for (const [option, directive] of flags) if (options[option] === true) directives.push(directive);
  for (const [option, directive] of times) {
    const time = options[option];
    if (time !== undefined) directives.push(`${directive}=${Math.floor(Duration.from(time).to('seconds'))}`);
  }
  return directives.join(', ');
}

const flags = [
  ['public', 'public'],
  ['private', 'private'],
  ['noCache', 'no-cache'],
  ['noStore', 'no-store'],
  ['noTransform', 'no-transform'],
  ['mustRevalidate', 'must-revalidate'],
  ['proxyRevalidate', 'proxy-revalidate'],
  ['immutable', 'immutable'],
] as const;

const times = [
  ['maxAge', 'max-age'],
  ['sharedMaxAge', 's-maxage'],
  ['staleWhileRevalidate', 'stale-while-revalidate'],
  ['staleIfError', 'stale-if-error'],
] as const;

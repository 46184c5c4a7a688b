import { parseCookie, stringifySetCookie } from 'cookie';

import { Duration } from '../values/duration.js';
import { isToken } from './header-field.js';
import { decodeSegment } from './percent-escapes.js';

/** A cookie to be set; `HttpOnly` and `SameSite=Lax` unless told otherwise, since that is what nearly every cookie wants. */
export interface CookieOptions {
  readonly path?: string;
  readonly domain?: string;
  /** A zero duration removes the cookie. */
  readonly maxAge?: Duration | string;
  readonly expires?: Date;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

/**
 * The cookies of a Cookie header by name. The first of two with the same name counts. One pair of double quotes around a value is removed, and
 * the value is percent-decoded where that is possible.
 */
export function parseCookies(header: string | undefined): Readonly<Record<string, string | undefined>> {
  return header === undefined ? noCookies : parseCookie(header, { decode: cookieValue });
}

function cookieValue(raw: string): string {
  const value = raw.length >= 2 && raw.startsWith('"') && raw.endsWith('"') ? raw.slice(1, -1) : raw;
  return decodeSegment(value) ?? value;
}

/** The value of a Set-Cookie line. */
export function setCookieText(name: string, value: string, options: CookieOptions = {}): string {
  if (!isToken(name))
    throw new TypeError(`${JSON.stringify(name)} cannot be the name of a cookie: letters, digits and !#$%&'*+-.^_\`|~ only`);
  const { maxAge, sameSite = 'lax', httpOnly = true, ...rest } = options;
  return stringifySetCookie({
    name,
    value,
    ...rest,
    httpOnly,
    sameSite,
    ...(maxAge === undefined ? {} : { maxAge: Math.floor(Duration.from(maxAge).to('seconds')) }),
  });
}

const noCookies: Readonly<Record<string, string | undefined>> = Object.freeze(Object.create(null) as Record<string, string | undefined>);

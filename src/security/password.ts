import { createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/**
 * Hashes a password with scrypt and a salt of its own, into a text to be stored: `scrypt$17$8$1$…$…`.
 *
 * The cost is that of OWASP's recommendation: 128 MiB for about a third of a second, on a thread of node's pool.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derived(password, { salt, length: 32, ...recommended });
  const { logN, r, p } = recommended;
  return ['scrypt', logN, r, p, salt.toString('base64'), hash.toString('base64')].join('$');
}

/**
 * True where the password is the one that was hashed. Without a hash, as for an unknown name, it does the same work and is false, so that the time
 * does not tell which names exist.
 *
 * @example const user = users.get(name); return (await passwordMatches(password, user?.passwordHash)) ? user : undefined;
 */
export async function passwordMatches(password: string, stored: string | undefined): Promise<boolean> {
  const { hash, ...cost } = parsed(stored ?? nobodysHash);
  const given = await derived(password, { ...cost, length: hash.length });
  return timingSafeEqual(given, hash) && stored !== undefined;
}

/** Compares two secrets in a time that does not depend on where they differ, nor on their lengths. */
export function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

/** The SHA-256 of a text in hexadecimal digits: for looking up API keys, which are long and random. Passwords need {@link hashPassword}. */
export function sha256(text: string): string {
  return digest(text).toString('hex');
}

interface Cost {
  /** The memory and time, as a power of two. */
  readonly logN: number;
  readonly r: number;
  readonly p: number;
}

const recommended: Cost = { logN: 17, r: 8, p: 1 };

const nobodysHash = `scrypt$17$8$1$${Buffer.alloc(16).toString('base64')}$${Buffer.alloc(32).toString('base64')}`;

function parsed(stored: string): Cost & { readonly salt: Buffer; readonly hash: Buffer } {
  const match = /^scrypt\$(\d{1,2})\$(\d{1,2})\$(\d{1,2})\$([A-Za-z0-9+/]+=*)\$([A-Za-z0-9+/]+=*)$/.exec(stored);
  if (match === null) throw new TypeError('The stored password hash is not one that hashPassword() made');
  const [, logN, r, p, salt, hash] = match;
  return { logN: Number(logN), r: Number(r), p: Number(p), salt: Buffer.from(salt!, 'base64'), hash: Buffer.from(hash!, 'base64') };
}

function derived(password: string, cost: Cost & { readonly salt: Buffer; readonly length: number }): Promise<Buffer> {
  const { logN, r, p, salt, length } = cost;
  const N = 2 ** logN;
  return new Promise((resolve, reject) => {
    // The two Unicode forms of one password are one password: RFC 8265 wants NFC.
    scrypt(password.normalize('NFC'), salt, length, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { BearerKeyError } from './bearer-errors.js';
import type { Jose } from './jose.js';
import { KeySet } from './key-set.js';
import type { KeySource } from './key-source.js';

/** The key of a file: a public key or a certificate as PEM, a JWK, or a set of them. */
export function keysOfFile(path: string, jose: Jose): KeySource {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').trim();
  } catch (thrown) {
    throw new BearerKeyError(path, `cannot be read (${(thrown as NodeJS.ErrnoException).code ?? String(thrown)})`, { cause: thrown });
  }
  if (text.includes('PRIVATE KEY'))
    throw new BearerKeyError(path, 'is a private key, which only the issuer may have; put the public key there');
  try {
    return text.startsWith('{') ? fixed(setIn(text, jose)) : fixed({ find: constant(createPublicKey(text)) });
  } catch (thrown) {
    throw new BearerKeyError(path, 'is neither a public key or certificate in PEM, nor a JWK or a set of them', { cause: thrown });
  }
}

/** The one secret that issuer and service share, for HS256 and its kin. */
export function keysOfSecret(secret: string): KeySource {
  return fixed({ find: constant(new TextEncoder().encode(secret)) });
}

function setIn(text: string, jose: Jose): KeySet {
  const value = JSON.parse(text) as { readonly keys?: unknown; readonly kty?: unknown };
  if (value.keys === undefined && value.kty === undefined) throw new TypeError('neither a key nor a set of keys');
  return KeySet.of(value.keys === undefined ? { keys: [value] } : value, jose);
}

function fixed({ find }: Pick<KeySet, 'find'>): KeySource {
  return { keysFor: (head) => find(head), areUsable: () => true, version: 0 };
}

function constant(key: Awaited<ReturnType<KeySet['find']>>[number]): KeySet['find'] {
  return () => Promise.resolve([key]);
}

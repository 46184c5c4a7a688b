import type { Jose } from './jose.js';
import type { VerificationKey } from './key-source.js';
import type { TokenHead } from './token-guard.js';

/** A published set of keys. */
export class KeySet {
  private constructor(private readonly lookUp: ReturnType<Jose['createLocalJWKSet']>) {}

  /** Throws where the value is not a set of keys. */
  static of(value: object, jose: Jose): KeySet {
    // The library looks at the value itself.
    return new KeySet(jose.createLocalJWKSet(value as Parameters<Jose['createLocalJWKSet']>[0]));
  }

  /** The keys that may have signed a token; none where there is none that can be used. */
  readonly find = async ({ alg, kid }: TokenHead): Promise<readonly VerificationKey[]> => {
    try {
      return [await this.lookUp({ alg, ...(kid === undefined ? {} : { kid }) })];
    } catch (thrown) {
      // The token does not name its key, and several could be it: each is tried.
      if ((thrown as { readonly code?: unknown }).code === 'ERR_JWKS_MULTIPLE_MATCHING_KEYS')
        return all(thrown as AsyncIterable<VerificationKey>);
      return [];
    }
  };
}

async function all<T>(source: AsyncIterable<T>): Promise<readonly T[]> {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
}

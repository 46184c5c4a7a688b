import type { KeyObject, webcrypto } from 'node:crypto';

import type { TokenHead } from './token-guard.js';

/** Where the keys of an issuer come from. */
export interface KeySource {
  /** The keys that may have signed a token; none where its key is not known. Throws 503 where that cannot be found out. */
  keysFor(head: TokenHead): Promise<readonly VerificationKey[]>;
  /** False where the keys are so old that what was verified with them no longer counts. Has old keys fetched anew, without waiting. */
  areUsable(): boolean;
  /** Changes whenever keys were replaced: what was verified with the old ones is to be verified again. */
  readonly version: number;
}

/** A key that was imported; what it is made of is the library's business. */
export type VerificationKey = webcrypto.CryptoKey | KeyObject | Uint8Array;

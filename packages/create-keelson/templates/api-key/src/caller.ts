import { JsonProperty, NotEmpty, Pattern } from 'keelson';
import { apiKey, sha256 } from 'keelson/security';
import type { Authenticator } from 'keelson/security';

/** Somebody who may call, as config.yml says. */
export class Caller {
  @JsonProperty @NotEmpty name!: string;
  /** Only the hash of a key is kept. */
  @JsonProperty @Pattern(/^[0-9a-f]{64}$/) keyHash!: string;
}

/** Recognises callers by the key in the header X-Api-Key. */
export function byKey(callers: readonly Caller[]): Authenticator {
  const byHash = new Map(callers.map((caller) => [caller.keyHash, caller]));
  return apiKey({ header: 'X-Api-Key', principal: Caller }, (key) => byHash.get(sha256(key)));
}

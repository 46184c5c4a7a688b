import { createHash } from 'node:crypto';

import type { Principal } from '../../contract/access.js';
import type { Class } from '../../reflection/type-ref.js';
import { quoted } from '../authenticator.js';
import type { Authentication, Authenticator, Refusal } from '../authenticator.js';
import { credentialsOf } from '../authorization-header.js';
import { principalOf } from './bearer-principal.js';
import type { ToPrincipal } from './bearer-principal.js';
import type { Jose } from './jose.js';
import type { KeySource, VerificationKey } from './key-source.js';
import { tokenHead } from './token-guard.js';
import type { TokenHead } from './token-guard.js';

/** What a token must say. */
export interface TokenDemands {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  readonly clockToleranceSeconds: number;
  readonly rolesClaim: string;
  readonly requiredClaims: readonly string[];
}

/** What verification is made of. */
export interface BearerParts<P extends Principal> {
  readonly demands: TokenDemands;
  readonly keys: KeySource;
  readonly jose: Jose;
  /** How many verified tokens are kept. */
  readonly cache: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly principal: Class<P> | undefined;
  /** Makes the principal of a verified token; nothing to refuse it. */
  readonly toPrincipal: ToPrincipal<P>;
}

/** Recognises callers by a signed token, as RFC 6750 and RFC 7519 have it. */
export class BearerAuthenticator<P extends Principal> implements Authenticator<P> {
  readonly scheme = 'Bearer';
  readonly principal: Class<P> | undefined;
  private readonly verified = new Map<string, VerifiedToken<P>>();

  constructor(private readonly parts: BearerParts<P>) {
    this.principal = parts.principal;
  }

  challenge(refusal: Refusal): string {
    const realm = `Bearer realm=${quoted(this.parts.demands.audience)}`;
    if (refusal.because !== 'forbidden') return refusal.because === 'no-credentials' ? realm : `${realm}, error="invalid_token"`;
    const scope = refusal.scopes.length === 0 ? '' : `, scope=${quoted(refusal.scopes.join(' '))}`;
    return `${realm}, error="insufficient_scope"${scope}`;
  }

  authenticate(exchange: Parameters<Authenticator['authenticate']>[0]): Authentication<P> | Promise<Authentication<P>> {
    const credentials = credentialsOf(exchange, 'Bearer');
    if (credentials.kind !== 'given') return credentials.kind;
    const head = tokenHead(credentials.text);
    if (head === undefined || !this.parts.demands.algorithms.includes(head.alg)) return 'wrong';
    // Tokens are keys: only their digests are kept.
    const digest = createHash('sha256').update(credentials.text).digest('base64');
    return this.remembered(digest) ?? this.verify(credentials.text, head, digest);
  }

  private remembered(digest: string): P | undefined {
    const known = this.verified.get(digest);
    if (known === undefined) return undefined;
    const { keys, now } = this.parts;
    if (keys.areUsable() && known.keys === keys.version && now() < known.until) return known.principal;
    this.verified.delete(digest);
    return undefined;
  }

  private async verify(token: string, head: TokenHead, digest: string): Promise<Authentication<P>> {
    const { keys, demands, toPrincipal } = this.parts;
    for (const key of await keys.keysFor(head)) {
      const claims = await this.claimsOf(token, key);
      if (claims === undefined) continue;
      const described = principalOf(claims, demands.rolesClaim);
      const principal = described === undefined ? undefined : await toPrincipal(described);
      if (principal === undefined || principal === null) return 'wrong';
      this.remember(digest, { principal, keys: keys.version, until: (claims['exp'] as number) * 1000 });
      return principal;
    }
    return 'wrong';
  }

  /** Undefined where anything about the token is not as demanded. */
  private async claimsOf(token: string, key: VerificationKey): Promise<Readonly<Record<string, unknown>> | undefined> {
    const { jose, demands, now } = this.parts;
    try {
      const { payload } = await jose.jwtVerify(token, key, {
        issuer: demands.issuer,
        audience: demands.audience,
        algorithms: [...demands.algorithms],
        clockTolerance: demands.clockToleranceSeconds,
        requiredClaims: ['exp', ...demands.requiredClaims],
        currentDate: new Date(now()),
      });
      return payload;
    } catch (thrown) {
      // What it throws about tokens and keys are its own errors and TypeErrors; both mean that this token is not good.
      if (thrown instanceof jose.errors.JOSEError || thrown instanceof TypeError) return undefined;
      throw thrown;
    }
  }

  private remember(digest: string, token: VerifiedToken<P>): void {
    if (this.parts.cache === 0) return;
    if (this.verified.size >= this.parts.cache) {
      // The oldest goes first: maps keep the order of insertion.
      const [oldest] = this.verified.keys();
      this.verified.delete(oldest!);
    }
    this.verified.set(digest, token);
  }
}

interface VerifiedToken<P> {
  readonly principal: P;
  /** The version of the keys that it was verified with. */
  readonly keys: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

import { ServiceUnavailableException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import type { Clock } from '../../lifecycle/clock.js';
import { getLogger } from '../../logging/get-logger.js';
import { Duration } from '../../values/duration.js';
import { fetchJson, isSafeUrl } from './fetch-json.js';
import type { Jose } from './jose.js';
import { KeySet } from './key-set.js';
import type { KeySource, VerificationKey } from './key-source.js';
import type { TokenHead } from './token-guard.js';

const log = getLogger('keelson.security');

/** Where the keys are, and for how long they are good. */
export interface RemoteKeySettings {
  readonly issuer: string;
  /** Undefined to ask the issuer's discovery document. */
  readonly jwksUri: string | undefined;
  readonly timeout: Duration;
  /** The least time between two fetches. */
  readonly cooldown: Duration;
  /** Older keys are fetched anew. */
  readonly maxAge: Duration;
  /** For how long known keys are good beyond that, while they cannot be fetched. */
  readonly staleFor: Duration;
}

/**
 * The keys that an issuer publishes. They are fetched when a token first needs them, when they are old, and when a token names a key that is not
 * among them; never more often than the cool-down allows, whatever callers invent.
 */
export class RemoteKeys implements KeySource {
  private keys: { readonly set: KeySet; readonly fetchedAt: number } | undefined;
  private fetching: Promise<void> | undefined;
  private lastAttempt: { readonly at: number; readonly trouble: string | undefined } | undefined;
  private readonly stopping = new AbortController();
  version = 0;

  constructor(
    private readonly settings: RemoteKeySettings,
    private readonly jose: Jose,
    private readonly clock: Pick<Clock, 'elapsed'>,
  ) {}

  get trouble(): string | undefined {
    return this.lastAttempt?.trouble;
  }

  areUsable(): boolean {
    // Nobody waits for this; a failure is in the log, and in the health check.
    if (this.ageOfKeys > this.settings.maxAge.toMilliseconds() && this.mayFetch) void this.fetchOnce();
    return this.usable !== undefined;
  }

  async keysFor(head: TokenHead): Promise<readonly VerificationKey[]> {
    const known = await this.usable?.find(head);
    if (known !== undefined && known.length > 0) {
      this.areUsable();
      return known;
    }
    if (this.mayFetch || this.fetching !== undefined) {
      await this.fetchOnce();
      const found = await this.usable?.find(head);
      if (found !== undefined && found.length > 0) return found;
    }
    if (this.trouble !== undefined || this.usable === undefined) throw this.unavailable();
    return [];
  }

  stop(): void {
    this.stopping.abort();
  }

  private get usable(): KeySet | undefined {
    const { maxAge, staleFor } = this.settings;
    return this.ageOfKeys <= maxAge.toMilliseconds() + staleFor.toMilliseconds() ? this.keys?.set : undefined;
  }

  private get ageOfKeys(): number {
    return this.keys === undefined ? Infinity : this.clock.elapsed() - this.keys.fetchedAt;
  }

  private get mayFetch(): boolean {
    return this.untilNextFetch <= 0;
  }

  private get untilNextFetch(): number {
    return this.lastAttempt === undefined ? 0 : this.lastAttempt.at + this.settings.cooldown.toMilliseconds() - this.clock.elapsed();
  }

  private fetchOnce(): Promise<void> {
    return (this.fetching ??= this.fetchKeys().finally(() => {
      this.fetching = undefined;
    }));
  }

  /** Never rejects: what went wrong is kept. */
  private async fetchKeys(): Promise<void> {
    const at = this.clock.elapsed();
    try {
      const set = KeySet.of(await this.fetchSet(), this.jose);
      this.keys = { set, fetchedAt: this.clock.elapsed() };
      this.version++;
      if (this.trouble !== undefined) log.info('The keys of %s can be fetched again', this.settings.issuer);
      this.lastAttempt = { at, trouble: undefined };
    } catch (thrown) {
      const trouble = reasonOf(thrown);
      if (!this.stopping.signal.aborted) log.warn('The keys of %s cannot be fetched: %s', this.settings.issuer, trouble);
      this.lastAttempt = { at, trouble };
    }
  }

  private async fetchSet(): Promise<object> {
    const set = await this.fetched(this.settings.jwksUri ?? (await this.discovered()));
    if (!Array.isArray(set['keys'])) throw new Error('the answer is not a set of keys: it has no list "keys"');
    return set;
  }

  private async discovered(): Promise<string> {
    const { issuer } = this.settings;
    const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = await this.fetched(url);
    // OpenID Connect Discovery §4.3: another issuer's document proves nothing about this one.
    if (document['issuer'] !== issuer) throw new Error(`${url} is about another issuer: ${JSON.stringify(document['issuer'])}`);
    const uri = document['jwks_uri'];
    if (typeof uri !== 'string' || !isSafeUrl(uri)) throw new Error(`${url} names no usable jwks_uri: ${JSON.stringify(uri)}`);
    return uri;
  }

  private fetched(url: string): Promise<Readonly<Record<string, unknown>>> {
    return fetchJson(url, this.settings.timeout.toMilliseconds(), this.stopping.signal);
  }

  private unavailable(): ServiceUnavailableException {
    const retryAfter = Duration.milliseconds(Math.max(1000, Math.ceil(this.untilNextFetch)));
    return withoutStack(() => new ServiceUnavailableException({ retryAfter }));
  }
}

function reasonOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.name === 'TimeoutError') return 'no answer in time';
  return thrown.cause instanceof Error ? `${thrown.message} (${thrown.cause.message})` : thrown.message;
}

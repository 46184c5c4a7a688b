import type { Principal } from '../../contract/access.js';
import type { HealthCheckRegistry } from '../../health/health-check-registry.js';
import { HealthResult } from '../../health/health-check.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty, Secret } from '../../json/json-annotations.js';
import type { Clock } from '../../lifecycle/clock.js';
import type { Lifecycle } from '../../lifecycle/lifecycle.js';
import type { Class } from '../../reflection/type-ref.js';
import { Int, listOf } from '../../reflection/type-token.js';
import { MinDuration } from '../../validation/amount-constraints.js';
import { Each, Valid, ValidationMethod } from '../../validation/constraint-annotations.js';
import { Min } from '../../validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import { OneOf } from '../../validation/text-constraints.js';
import { Duration } from '../../values/duration.js';
import type { Authenticator } from '../authenticator.js';
import { BearerPrincipal } from './bearer-principal.js';
import type { ToPrincipal } from './bearer-principal.js';
import { BearerAuthenticator } from './bearer.js';
import { isSafeUrl } from './fetch-json.js';
import { loadJose } from './jose.js';
import type { Jose } from './jose.js';
import type { KeySource } from './key-source.js';
import { keysOfFile, keysOfSecret } from './local-keys.js';
import { RemoteKeys } from './remote-keys.js';

/** The `auth.bearer.jwks` block: how the keys of the issuer are fetched. */
@Doc('The `auth.bearer.jwks` section: how the keys of the issuer are fetched.')
export class JwksFactory {
  @Doc('How long to wait for the issuer.')
  @JsonProperty
  @NotNull
  @MinDuration('1 ms')
  timeout: Duration = Duration.seconds(2);

  @Doc('The least time between two fetches, whatever callers send.')
  @JsonProperty
  @NotNull
  @MinDuration('1 ms')
  cooldown: Duration = Duration.seconds(30);

  @Doc('How old keys may be before they are fetched again.')
  @JsonProperty
  @NotNull
  @MinDuration('1 ms')
  maxAge: Duration = Duration.minutes(10);

  @Doc('How long known keys are accepted beyond that while the issuer cannot be reached.')
  @JsonProperty
  @NotNull
  @MinDuration('0 s')
  staleFor: Duration = Duration.hours(1);
}

const symmetric = ['HS256', 'HS384', 'HS512'];
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The `auth.bearer` block: which signed tokens are accepted. */
@Doc('The `auth.bearer` section: which signed tokens (JWT) are accepted.')
export class BearerFactory {
  @Doc('The issuer, exactly as tokens name it in `iss`. Its discovery document names the keys, unless one of the next three does.')
  @JsonProperty
  @NotEmpty
  issuer!: string;

  @Doc('What tokens must name in `aud`.')
  @JsonProperty
  @NotEmpty
  audience!: string;

  @Doc('Where the issuer publishes its keys.')
  @JsonProperty(String)
  jwksUri: string | undefined = undefined;

  @Doc('A file with the public key of the issuer: PEM, JWK or a set of them.')
  @JsonProperty(String)
  publicKeyPath: string | undefined = undefined;

  @Doc('A secret that is shared with the issuer, for the algorithms HS256, HS384 and HS512; at least 32 characters.')
  @JsonProperty(String)
  @Secret
  secret: string | undefined = undefined;

  @Doc('The algorithms that are accepted, whatever tokens say.')
  @JsonProperty(listOf(String))
  @NotEmpty
  @Each(OneOf([...asymmetric, ...symmetric]))
  algorithms: string[] = ['RS256', 'ES256', 'EdDSA'];

  @Doc('How far the clocks of issuer and service may differ.')
  @JsonProperty
  @NotNull
  @MinDuration('0 s')
  clockTolerance: Duration = Duration.seconds(30);

  @Doc('The claim with the roles; dots lead into objects, as in `realm_access.roles`.')
  @JsonProperty
  @NotEmpty
  rolesClaim: string = 'roles';

  @Doc('The claims that tokens must have, in addition to `iss`, `aud`, `exp` and `sub`.')
  @JsonProperty(listOf(String))
  @NotNull
  @Each(NotEmpty)
  requiredClaims: string[] = [];

  @Doc('How keys are fetched.')
  @JsonProperty
  @Valid
  @NotNull
  jwks: JwksFactory = new JwksFactory();

  @Doc('How many verified tokens are remembered until they expire; 0 for none.')
  @JsonProperty(Int)
  @NotNull
  @Min(0)
  cache: number = 1000;

  @ValidationMethod({ message: 'jwksUri, publicKeyPath, secret: only one of them can say what tokens are verified with' })
  isOneKeySource(): boolean {
    return [this.jwksUri, this.publicKeyPath, this.secret].filter((one) => one !== undefined && one !== null).length <= 1;
  }

  @ValidationMethod({ message: 'algorithms: HS256, HS384 and HS512 need a secret, and with a secret no others are accepted' })
  isAlgorithmsFittingKeys(): boolean {
    const excluded = this.usesSecret ? asymmetric : symmetric;
    return !Array.isArray(this.algorithms) || !this.algorithms.some((one) => excluded.includes(one));
  }

  @ValidationMethod({ message: 'secret: must have at least 32 characters' })
  isSecretLongEnough(): boolean {
    return !this.usesSecret || Buffer.byteLength(this.secret!) >= 32;
  }

  @ValidationMethod({
    message: 'keys are fetched over https, or over http from this machine: check jwksUri, or issuer where it is left out',
  })
  isKeyAddressSafe(): boolean {
    if (this.usesSecret || hasText(this.publicKeyPath)) return true;
    const address = this.jwksUri ?? this.issuer;
    return !hasText(address) || isSafeUrl(address);
  }

  /**
   * Makes the authenticator. Without a function, the principal is a {@link BearerPrincipal}.
   *
   * @example environment.auth.use(await configuration.auth.bearer.build(environment, { principal: User, from: ({ name, roles }) => new User(name, roles) }));
   */
  build(surroundings: BearerSurroundings): Promise<Authenticator<BearerPrincipal>>;
  build<C extends Principal, P extends C>(surroundings: BearerSurroundings, making: PrincipalMaking<C, P>): Promise<Authenticator<C>>;
  async build(
    surroundings: BearerSurroundings,
    making: PrincipalMaking<Principal, Principal> = { principal: BearerPrincipal, from: (token) => token },
  ): Promise<Authenticator> {
    const jose = await loadJose();
    const { issuer, audience, algorithms, rolesClaim, requiredClaims, cache } = this;
    return new BearerAuthenticator({
      demands: { issuer, audience, algorithms, rolesClaim, requiredClaims, clockToleranceSeconds: this.clockTolerance.to('seconds') },
      keys: this.keys(jose, surroundings),
      jose,
      cache,
      now: () => surroundings.clock.now(),
      principal: making.principal,
      toPrincipal: making.from,
    });
  }

  private get usesSecret(): boolean {
    return hasText(this.secret);
  }

  private keys(jose: Jose, { clock, healthChecks, lifecycle }: BearerSurroundings): KeySource {
    if (this.usesSecret) return keysOfSecret(this.secret!);
    if (hasText(this.publicKeyPath)) return keysOfFile(this.publicKeyPath, jose);
    const { issuer, jwksUri } = this;
    const { timeout, cooldown, maxAge, staleFor } = this.jwks;
    const remote = new RemoteKeys({ issuer, jwksUri, timeout, cooldown, maxAge, staleFor }, jose, clock);
    lifecycle.manage({ stop: () => remote.stop() });
    healthChecks.register(
      'jwks',
      () =>
        remote.trouble === undefined
          ? HealthResult.healthy()
          : HealthResult.unhealthy(`the keys of ${issuer} cannot be fetched: ${remote.trouble}`),
      { critical: false },
    );
    return remote;
  }
}

/** What tokens become. */
export interface PrincipalMaking<C extends Principal, P extends C> {
  /** The class of the principals, where parameters are to be checked against it at start-up. */
  readonly principal?: Class<C>;
  /** Makes the principal of a verified token; nothing where the caller is not known here. */
  readonly from: ToPrincipal<P>;
}

/** What fetching keys needs of the service; an `Environment` has it. */
export interface BearerSurroundings {
  readonly clock: Clock;
  readonly healthChecks: HealthCheckRegistry;
  readonly lifecycle: Lifecycle;
}

function hasText(text: string | undefined | null): text is string {
  return typeof text === 'string' && text !== '';
}

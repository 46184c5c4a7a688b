import { authenticated, everybody } from '../contract/access.js';
import type { AccessModel, AccessRequest, Guard, Principal } from '../contract/access.js';
import type { Contract } from '../contract/contract.js';
import type { CallableModel } from '../contract/endpoint-model.js';
import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import type { MountAccess, RegisteredMount } from '../http/port-registry.js';
import { firstValue, parseQuery } from '../http/query-string.js';
import { getLogger } from '../logging/get-logger.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';
import { RegisteredTooLateError } from '../values/registration-errors.js';
import { AccessGuards } from './access-guards.js';
import { accessProblems, openByDefault } from './access-report.js';
import type { AuthDefault, AuthFactory } from './auth-factory.js';
import { AuthMetrics } from './auth-metrics.js';
import type { Authenticator } from './authenticator.js';
import { FailureThrottle } from './failure-throttle.js';
import { Recogniser } from './recognition.js';

const log = getLogger('keelson.security');

/** What the registry needs of the rest of the service. */
export interface AuthParts {
  readonly metrics: MetricRegistry;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
}

/**
 * Collects the authenticators of a service. With the first one, every endpoint needs a decision about who may call it.
 *
 * @example environment.auth.use(basic({ realm: 'accounts' }, ({ name, password }) => users.check(name, password)));
 */
export class AuthRegistry {
  private readonly authenticators: Authenticator[] = [];
  private readonly metrics: AuthMetrics;
  private tester: Authenticator | undefined = undefined;
  private isClosed = false;

  constructor(private readonly parts: AuthParts) {
    this.metrics = new AuthMetrics(parts.metrics);
  }

  /** Adds an authenticator; they are asked in the order added, and the first that recognises the caller decides. */
  use<P extends Principal>(authenticator: Authenticator<P>): this {
    if (this.isClosed) throw new RegisteredTooLateError('authenticator', authenticator.scheme);
    if (typeof authenticator?.authenticate !== 'function' || !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(authenticator.scheme ?? ''))
      throw new TypeError(
        'environment.auth.use takes an authenticator: an object with a scheme (a word, as in "Session") and a function authenticate(exchange)',
      );
    this.metrics.register();
    this.authenticators.push(authenticator);
    return this;
  }

  /** For tests: an authenticator that is asked before the others, and that counts for nothing else. */
  standIn(authenticator: Authenticator): void {
    this.tester = authenticator;
  }

  /** The schemes of the authenticators, in the order in which they are asked. */
  get schemes(): readonly string[] {
    return [...new Set(this.authenticators.map(({ scheme }) => scheme))];
  }

  /** Compiles what was decided for this contract and these mounts. From here on nothing can be added. */
  compile(settings: AuthFactory, contract: Contract, mounts: readonly RegisteredMount[]): CompiledAccess {
    this.isClosed = true;
    const { authenticators } = this;
    // The configuration was validated.
    const undecided = settings.default as AuthDefault;
    const problems = accessProblems({ contract, mounts, authenticators, undecided });
    if (undecided === 'public' && authenticators.length > 0) warnOfOpen(openByDefault(contract));
    const throttle = new FailureThrottle(settings.failures, this.parts.elapsed);
    const guards = new AccessGuards(new Recogniser(authenticators, { throttle, metrics: this.metrics, tester: this.tester }), undecided);
    return new CompiledAccess(problems, guards);
  }
}

/** Who may call, compiled. */
export class CompiledAccess {
  constructor(
    readonly problems: readonly string[],
    private readonly guards: AccessGuards,
  ) {}

  readonly guardOf = (model: CallableModel): Guard | undefined => this.guards.guardOf(model);

  /** The handler of the admin port behind its guard; probes need no credentials. */
  guardedAdmin(handler: Handler, access: MountAccess): Handler {
    const guard = this.guards.guardFor(accessOf(access));
    if (guard === undefined) return handler;
    return (exchange) => (probes.has(exchange.path) ? handler(exchange) : guard(new HandledRequest(exchange), () => handler(exchange)));
  }

  /** A mounted handler behind its guard. */
  guardedMount({ access, handler }: RegisteredMount): Handler {
    const guard = access === undefined ? this.guards.ofUndecided : this.guards.guardFor(accessOf(access));
    return guard === undefined ? handler : (exchange) => guard(new HandledRequest(exchange), () => handler(exchange));
  }
}

const probes: ReadonlySet<string> = new Set(['/ping', '/ready', '/alive']);

function accessOf(access: MountAccess): AccessModel {
  if (access === 'public') return everybody;
  return access === 'authenticated' ? authenticated : { ...authenticated, roles: access.roles };
}

function warnOfOpen(endpoints: readonly string[]): void {
  if (endpoints.length > 0) log.warn('auth.default is public, so everybody may call these: %s', endpoints.join(', '));
}

/** A request to a mounted handler, whose path has no variables. */
class HandledRequest implements AccessRequest {
  constructor(readonly exchange: Exchange) {}

  get method(): string {
    return this.exchange.method;
  }

  get path(): string {
    return this.exchange.path;
  }

  header(name: string): string | undefined {
    return this.exchange.headers.get(name);
  }

  queryParameter(name: string): string | undefined {
    return firstValue(parseQuery(this.exchange.rawQuery), name);
  }

  pathParameter(): undefined {
    return undefined;
  }
}

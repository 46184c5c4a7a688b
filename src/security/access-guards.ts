import { authenticated, everybody } from '../contract/access.js';
import type { AccessModel, AccessRequest, Guard, Principal } from '../contract/access.js';
import type { CallableModel } from '../contract/endpoint-model.js';
import { Reply } from '../http/reply.js';
import { SecurityContext, setSecurity } from '../http/security-context.js';
import { ForbiddenException, NotAuthorizedException, WebApplicationException } from '../http/web-application-exception.js';
import { withoutStack } from '../http/without-stack.js';
import { getLogger } from '../logging/get-logger.js';
import { LoggingContext } from '../logging/logging-context.js';
import type { AuthDefault } from './auth-factory.js';
import { quoted } from './authenticator.js';
import type { Authenticator, Refusal } from './authenticator.js';
import type { Recogniser, Recognition } from './recognition.js';

const log = getLogger('keelson.security');

type Proceed = () => void | Promise<void>;

/** Compiles what is decided about a method into a guard. */
export class AccessGuards {
  constructor(
    private readonly recogniser: Recogniser,
    private readonly undecided: AuthDefault,
  ) {}

  /** Undefined where everybody may call the method, and it does not ask who does. */
  guardOf(model: CallableModel): Guard | undefined {
    const { access } = model;
    const wantsPrincipal = model.arguments.some(({ kind }) => kind === 'principal');
    const isLocator = !('httpMethod' in model);
    if (access === undefined) return isLocator || this.isOff ? undefined : this.undecidedGuard(model.name, wantsPrincipal);
    const guard = this.guardFor(access, wantsPrincipal);
    return isLocator ? noting(guard ?? ((_request, proceed) => proceed())) : guard;
  }

  /** The guard of a mount about which nothing is decided. */
  get ofUndecided(): Guard | undefined {
    return this.isOff || this.undecided === 'public' ? undefined : this.guardFor(authenticated);
  }

  /** Without authenticators nothing needs a decision, and whatever asks for a caller was refused at start-up. */
  private get isOff(): boolean {
    return this.recogniser.authenticators.length === 0;
  }

  /** The guard of a decision; undefined where there is nothing to do. */
  guardFor(access: AccessModel, wantsPrincipal = false): Guard | undefined {
    if (access.who === 'nobody') return refuseAll;
    if (access.who === 'everybody') return wantsPrincipal ? this.ifAny : undefined;
    return (request, proceed) => {
      const found = this.recogniser.recognise(request.exchange);
      return found instanceof Promise
        ? found.then((settled) => this.admit(settled, access, request, proceed))
        : this.admit(found, access, request, proceed);
    };
  }

  /** A method of a sub-resource may leave the decision to what led there; any other is reported at start-up unless there is a default. */
  private undecidedGuard(name: string, wantsPrincipal: boolean): Guard | undefined {
    const fallback =
      this.undecided === 'undecided'
        ? refuseUndecided(name)
        : this.guardFor(this.undecided === 'public' ? everybody : authenticated, wantsPrincipal);
    const decidedBefore = wantsPrincipal ? this.ifAny : undefined;
    return (request, proceed) => {
      const guard = request.exchange.attribute(decided) === true ? decidedBefore : fallback;
      return guard === undefined ? proceed() : guard(request, proceed);
    };
  }

  /** Anonymous callers are welcome; wrong credentials are not taken for none. */
  private readonly ifAny: Guard = (request, proceed) => {
    const found = this.recogniser.recognise(request.exchange);
    const go = (settled: Recognition): void | Promise<void> =>
      settled.kind === 'anonymous' ? proceed() : this.proceedAs(this.known(settled), request, proceed);
    return found instanceof Promise ? found.then(go) : go(found);
  };

  private admit(found: Recognition, access: AccessModel, request: AccessRequest, proceed: Proceed): void | Promise<void> {
    const known = this.known(found);
    const { principal, by } = known;
    if (!hasOneOf(principal.roles, access.roles) || !access.scopes.every((scope) => has(principal.scopes, scope)))
      throw this.forbidden(by, access.scopes);
    if (access.check === undefined) return this.proceedAs(known, request, proceed);
    const allowed = access.check(principal, request);
    const go = (settled: boolean): void | Promise<void> => {
      // Anything but true refuses: a check that forgets to return must not let everybody in.
      if (settled !== true) throw this.forbidden(by, access.scopes);
      return this.proceedAs(known, request, proceed);
    };
    return allowed instanceof Promise ? allowed.then(go) : go(allowed);
  }

  private known(found: Recognition): Recognition & { readonly kind: 'known' } {
    if (found.kind === 'known') return found;
    const challenges = this.recogniser.authenticators.map((one) => {
      const isWrong = found.kind === 'wrong' && found.by.includes(one);
      return challengeOf(one, { because: isWrong ? 'wrong-credentials' : 'no-credentials' });
    });
    throw withoutStack(() => new NotAuthorizedException(credentialsRequired, { challenge: [...new Set(challenges)] }));
  }

  private forbidden(by: Authenticator, scopes: readonly string[]): WebApplicationException {
    this.recogniser.metrics.count(by.scheme, 'forbidden');
    const challenge = by.scheme === 'Bearer' ? challengeOf(by, { because: 'forbidden', scopes }) : undefined;
    return withoutStack(() =>
      challenge === undefined
        ? new ForbiddenException()
        : new WebApplicationException('HTTP 403 Forbidden', Reply.status(403).header('WWW-Authenticate', challenge)),
    );
  }

  private proceedAs(
    { principal, by }: Recognition & { readonly kind: 'known' },
    request: AccessRequest,
    proceed: Proceed,
  ): void | Promise<void> {
    const { name, roles = [] } = principal;
    setSecurity(request.exchange, new SecurityContext(principal, roles, by.scheme));
    return LoggingContext.run({ user: name }, proceed);
  }
}

// Dropwizard's words.
const credentialsRequired = 'Credentials are required to access this resource.';

const decided = Symbol('decided');

/** Has what lies below know that its locator has decided. */
function noting(guard: Guard): Guard {
  return (request, proceed) =>
    guard(request, () => {
      request.exchange.setAttribute(decided, true);
      return proceed();
    });
}

const refuseAll: Guard = () => {
  throw withoutStack(() => new ForbiddenException());
};

/** Only a sub-resource whose class is first seen with a request comes here. */
function refuseUndecided(name: string): Guard {
  return () => {
    log.error(
      '%s was refused: nothing says who may call it; add @RolesAllowed, @Authenticated or @PermitAll to it, or to what leads there',
      name,
    );
    throw withoutStack(() => new ForbiddenException());
  };
}

function challengeOf(authenticator: Authenticator, refusal: Refusal): string {
  return authenticator.challenge?.(refusal) ?? `${authenticator.scheme} realm=${quoted('service')}`;
}

function hasOneOf(held: Principal['roles'], wanted: readonly string[]): boolean {
  return wanted.length === 0 || wanted.some((role) => has(held, role));
}

function has(held: Principal['roles'], wanted: string): boolean {
  if (held === undefined) return false;
  // Arrays and sets are all that the type allows; a text would be searched for a part of it.
  return Array.isArray(held) ? held.includes(wanted) : held instanceof Set && held.has(wanted);
}

// contract/access
export type AccessCheck<P extends Principal = Principal> = (principal: P, request: AccessRequest) => boolean | Promise<boolean>;

// contract/access
export interface AccessModel {
  readonly who: 'everybody' | 'authenticated' | 'nobody';
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly check: AccessCheck | undefined;
}

// contract/access
export interface AccessRequest {
  readonly exchange: Exchange;
  readonly method: string;
  readonly path: string;
  header(name: string): string | undefined;
  queryParameter(name: string): string | undefined;
  pathParameter(name: string): string | undefined;
}

// security/api-key
export interface ApiKeyOptions<P extends Principal = Principal> {
  readonly header: string;
  readonly realm?: string;
  readonly principal?: Class<P>;
}

// contract/annotations/access-annotations
export declare const Auth: AuthAnnotation;

// security/auth-factory
export declare class AuthFactory {
  default: string;
  bearer: BearerFactory | undefined;
  failures: FailuresFactory;
}

// security/auth-registry
export interface AuthParts {
  readonly metrics: MetricRegistry;
  readonly elapsed: () => number;
}

// security/auth-registry
export declare class AuthRegistry {
  constructor(parts: AuthParts);
  use<P extends Principal>(authenticator: Authenticator<P>): this;
  standIn(authenticator: Authenticator): void;
  get schemes(): readonly string[];
  compile(settings: AuthFactory, contract: Contract, mounts: readonly RegisteredMount[]): CompiledAccess;
}

// contract/annotations/access-annotations
export declare const Authenticated: AccessAnnotation;

// security/authenticator
export type Authentication<P extends Principal = Principal> = P | 'absent' | 'wrong';

// security/authenticator
export interface Authenticator<P extends Principal = Principal> {
  readonly scheme: string;
  readonly principal?: Class<P> | undefined;
  authenticate(exchange: Exchange): Authentication<P> | Promise<Authentication<P>>;
  challenge?(refusal: Refusal): string;
  claimedName?(exchange: Exchange): string | undefined;
}

// contract/annotations/access-annotations
export declare function Authorize<P extends Principal>(check: AccessCheck<P>): ClassOrMethodAnnotation;

// security/basic
export interface BasicOptions<P extends Principal = Principal> {
  readonly realm: string;
  readonly principal?: Class<P>;
}

// security/bearer/bearer-factory
export declare class BearerFactory {
  issuer: string;
  audience: string;
  jwksUri: string | undefined;
  publicKeyPath: string | undefined;
  secret: string | undefined;
  algorithms: string[];
  clockTolerance: Duration;
  rolesClaim: string;
  requiredClaims: string[];
  jwks: JwksFactory;
  cache: number;
  isOneKeySource(): boolean;
  isAlgorithmsFittingKeys(): boolean;
  isSecretLongEnough(): boolean;
  isKeyAddressSafe(): boolean;
  build(surroundings: BearerSurroundings): Promise<Authenticator<BearerPrincipal>>;
  build<C extends Principal, P extends C>(surroundings: BearerSurroundings, making: PrincipalMaking<C, P>): Promise<Authenticator<C>>;
}

// security/bearer/bearer-errors
export declare class BearerKeyError extends Error {
  readonly name = "BearerKeyError";
  readonly code = "KEELSON_BEARER_KEY";
  constructor(path: string, why: string, options?: ErrorOptions);
}

// security/bearer/bearer-principal
export declare class BearerPrincipal implements Principal {
  readonly name: string;
  readonly roles: readonly string[];
  readonly scopes: readonly string[];
  readonly claims: Readonly<Record<string, unknown>>;
  constructor(
  name: string, 
  roles: readonly string[], 
  scopes: readonly string[], 
  claims: Readonly<Record<string, unknown>>);
}

// security/bearer/bearer-factory
export interface BearerSurroundings {
  readonly clock: Clock;
  readonly healthChecks: HealthCheckRegistry;
  readonly lifecycle: Lifecycle;
}

// security/api-key
export type CheckKey<P extends Principal> = (key: string) => P | undefined | null | Promise<P | undefined | null>;

// security/basic
export type CheckPassword<P extends Principal> = (given: NameAndPassword) => P | undefined | null | Promise<P | undefined | null>;

// security/auth-registry
export declare class CompiledAccess {
  readonly problems: readonly string[];
  constructor(problems: readonly string[], guards: AccessGuards);
  readonly guardOf: (model: CallableModel) => Guard | undefined;
  guardedAdmin(handler: Handler, access: MountAccess): Handler;
  guardedMount({ access, handler }: RegisteredMount): Handler;
}

// contract/annotations/access-annotations
export declare const DenyAll: AccessAnnotation;

// security/auth-factory
export declare class FailuresFactory {
  limit: number;
  per: Duration;
}

// contract/access
export type Guard = (request: AccessRequest, proceed: () => void | Promise<void>) => void | Promise<void>;

// security/bearer/bearer-errors
export declare class JoseMissingError extends Error {
  readonly name = "JoseMissingError";
  readonly code = "KEELSON_JOSE_MISSING";
  constructor(options?: ErrorOptions);
}

// security/bearer/bearer-factory
export declare class JwksFactory {
  timeout: Duration;
  cooldown: Duration;
  maxAge: Duration;
  staleFor: Duration;
}

// http/port-registry
export type MountAccess = 'public' | 'authenticated' | {
  readonly roles: readonly [string, ...string[]];
};

// security/basic
export interface NameAndPassword {
  readonly name: string;
  readonly password: string;
}

// contract/annotations/access-annotations
export declare const PermitAll: AccessAnnotation;

// contract/access
export interface Principal {
  readonly name: string;
  readonly roles?: readonly string[] | ReadonlySet<string>;
  readonly scopes?: readonly string[] | ReadonlySet<string>;
}

// security/bearer/bearer-factory
export interface PrincipalMaking<C extends Principal, P extends C> {
  readonly principal?: Class<C>;
  readonly from: ToPrincipal<P>;
}

// security/authenticator
export type Refusal = {
  readonly because: 'no-credentials' | 'wrong-credentials';
}
| {
  readonly because: 'forbidden';
  readonly scopes: readonly string[];
};

// contract/annotations/access-annotations
export declare function RolesAllowed(...roles: [string, ...string[]]): ClassOrMethodAnnotation;

// contract/annotations/access-annotations
export declare function ScopesAllowed(...scopes: [string, ...string[]]): ClassOrMethodAnnotation;

// http/security-context
export declare class SecurityContext {
  readonly principal: unknown;
  readonly scheme?: string | undefined;
  static readonly anonymous: SecurityContext;
  constructor(
  principal: unknown, roles?: ReadonlySet<string> | readonly string[], 
  scheme?: string | undefined);
  isUserInRole(role: string): boolean;
}

// security/bearer/bearer-principal
export type ToPrincipal<P extends Principal> = (token: BearerPrincipal) => P | undefined | null | Promise<P | undefined | null>;

// security/api-key
export declare function apiKey<C extends Principal, P extends C>(options: ApiKeyOptions<C>, check: CheckKey<P>): Authenticator<C>;

// security/basic
export declare function basic<C extends Principal, P extends C>(options: BasicOptions<C>, check: CheckPassword<P>): Authenticator<C>;

// security/password
export declare function hashPassword(password: string): Promise<string>;

// security/password
export declare function passwordMatches(password: string, stored: string | undefined): Promise<boolean>;

// contract/annotations/access-annotations
export declare function roles<const R extends string>(..._known: readonly R[]): RoleAnnotations<R>;

// security/password
export declare function sameSecret(given: string, expected: string): boolean;

// security/password
export declare function sha256(text: string): string;

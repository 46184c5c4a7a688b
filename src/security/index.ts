export {
  Auth,
  Authenticated,
  Authorize,
  DenyAll,
  PermitAll,
  RolesAllowed,
  ScopesAllowed,
  roles,
} from '../contract/annotations/access-annotations.js';
export type { AccessCheck, AccessModel, AccessRequest, Guard, Principal } from '../contract/access.js';
export { SecurityContext } from '../http/security-context.js';
export type { MountAccess } from '../http/port-registry.js';
export { apiKey } from './api-key.js';
export type { ApiKeyOptions, CheckKey } from './api-key.js';
export { AuthFactory, FailuresFactory } from './auth-factory.js';
export { AuthRegistry } from './auth-registry.js';
export type { AuthParts, CompiledAccess } from './auth-registry.js';
export type { Authentication, Authenticator, Refusal } from './authenticator.js';
export { basic } from './basic.js';
export type { BasicOptions, CheckPassword, NameAndPassword } from './basic.js';
export { BearerFactory, JwksFactory } from './bearer/bearer-factory.js';
export type { BearerSurroundings, PrincipalMaking } from './bearer/bearer-factory.js';
export { BearerPrincipal } from './bearer/bearer-principal.js';
export type { ToPrincipal } from './bearer/bearer-principal.js';
export { BearerKeyError, JoseMissingError } from './bearer/bearer-errors.js';
export { hashPassword, passwordMatches, sameSecret, sha256 } from './password.js';

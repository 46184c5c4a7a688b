import type { ArgumentOf } from '../../reflection/annotation-types.js';
import { AnnotationKind, placeOf, record } from '../../reflection/annotation.js';
import type { DecoratorArguments } from '../../reflection/annotation.js';
import type { Class } from '../../reflection/type-ref.js';
import type { Optional } from '../../values/optional.js';
import type { AccessCheck, AccessRule, Principal } from '../access.js';
import type { ClassOrMethodAnnotation } from './routing-annotations.js';

/** Who may call a method, or all methods of a class. */
export const AccessKind = new AnnotationKind<AccessRule>('Access');
/** The parameter that takes the principal, and the class that was named for it. */
export const AuthKind = new AnnotationKind<Class | undefined>('Auth');

/** Stands on a class or a method, written bare or called: `@PermitAll` or `@PermitAll()`. */
export interface AccessAnnotation extends ClassOrMethodAnnotation {
  (): ClassOrMethodAnnotation;
}

/** Everybody may call it. Credentials are not looked at, unless a parameter takes them: `@Auth user: Optional<User>`. */
export const PermitAll: AccessAnnotation = bareOrCalled({ kind: 'everybody' });
/** Every caller whom an authenticator recognises may call it. */
export const Authenticated: AccessAnnotation = bareOrCalled({ kind: 'authenticated' });
/** Nobody may call it: it is answered with 403, whatever the credentials. */
export const DenyAll: AccessAnnotation = bareOrCalled({ kind: 'nobody' });

/** Callers with one of these roles may call it. */
export function RolesAllowed(...roles: [string, ...string[]]): ClassOrMethodAnnotation {
  return annotation({ kind: 'roles', roles });
}

/** Callers whose token has all of these scopes may call it. */
export function ScopesAllowed(...scopes: [string, ...string[]]): ClassOrMethodAnnotation {
  return annotation({ kind: 'scopes', scopes });
}

/**
 * Callers for whom the function returns true may call it. It is asked after roles and scopes, with what is known before the body is read. Listings
 * show the function's name.
 *
 * @example @DELETE @Path('/{id}') @Authorize(ownsAccount) close(@PathParam('id') id: LongParam): void
 */
export function Authorize<P extends Principal>(check: AccessCheck<P>): ClassOrMethodAnnotation {
  // That authenticators yield P is checked at start-up, by the parameters that take it.
  return annotation({ kind: 'check', check: check as unknown as AccessCheck });
}

/**
 * `@RolesAllowed` for these roles only, so that a misspelt role does not compile.
 *
 * @example const { RolesAllowed } = roles('reader', 'accountant');
 */
export function roles<const R extends string>(..._known: readonly R[]): RoleAnnotations<R> {
  return { RolesAllowed };
}

/** What {@link roles} gives. */
export interface RoleAnnotations<R extends string> {
  /** Callers with one of these roles may call it. */
  readonly RolesAllowed: (...roles: [R, ...R[]]) => ClassOrMethodAnnotation;
}

/** `unknown` where a parameter can hold a principal. */
export type TakesPrincipal<A> = [A] extends [Principal | Optional<Principal>]
  ? unknown
  : { readonly '@Auth stands on a principal (an object with a name) or an Optional of one, not on': A };

/** `unknown` where a parameter can hold instances of the named class. */
export type TakesInstance<P, A> = [P] extends [A]
  ? unknown
  : [Optional<P>] extends [A]
    ? unknown
    : { readonly 'this parameter cannot hold the principal': P };

/** Stands on a parameter, bare or with the principal's class. */
export interface AuthAnnotation {
  <P extends Principal>(
    principal: abstract new (...args: never[]) => P,
  ): <T extends object, M extends keyof T, I extends number>(
    target: T,
    method: M,
    index: I & TakesInstance<P, ArgumentOf<T, M, I>>,
  ) => void;
  <T extends object, M extends keyof T, I extends number>(target: T, method: M, index: I & TakesPrincipal<ArgumentOf<T, M, I>>): void;
}

/**
 * The caller, as an authenticator recognised it. An `Optional` is absent where the caller is anonymous; name the class for it, since the compiler
 * forgets what an `Optional` holds.
 *
 * @example list(@Auth user: User): Account[]
 * @example rates(@Auth(User) user: Optional<User>): Rate[]
 */
export const Auth: AuthAnnotation = ((...args: unknown[]) => {
  if (args.length > 1) return record(AuthKind, undefined, placeOf(args as unknown as DecoratorArguments));
  return (...place: DecoratorArguments) => record(AuthKind, args[0] as Class, placeOf(place));
}) as AuthAnnotation;

function bareOrCalled(rule: AccessRule): AccessAnnotation {
  const stand = annotation(rule) as (...args: unknown[]) => void;
  return ((...args: unknown[]) => (args.length === 0 ? stand : stand(...args))) as AccessAnnotation;
}

function annotation(rule: AccessRule): ClassOrMethodAnnotation {
  return (...args: unknown[]) => record(AccessKind, rule, placeOf(args as unknown as DecoratorArguments));
}

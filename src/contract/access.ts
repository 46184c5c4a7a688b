import type { Exchange } from '../http/exchange.js';

/** A caller that an authenticator has recognised. Your own class may hold more. */
export interface Principal {
  /** Who it is, for logs: a user name, or the name of a client. */
  readonly name: string;
  /** What `@RolesAllowed` asks for. */
  readonly roles?: readonly string[] | ReadonlySet<string>;
  /** What `@ScopesAllowed` asks for. */
  readonly scopes?: readonly string[] | ReadonlySet<string>;
}

/** As much of a request as is known before its body is read. */
export interface AccessRequest {
  readonly exchange: Exchange;
  readonly method: string;
  /** Still encoded. */
  readonly path: string;
  header(name: string): string | undefined;
  /** The first value of a query parameter. */
  queryParameter(name: string): string | undefined;
  /** The decoded value of a variable of the path template. */
  pathParameter(name: string): string | undefined;
}

/** Decides about one request; the principal is undefined where the caller is anonymous. */
export type AccessCheck<P extends Principal = Principal> = (principal: P, request: AccessRequest) => boolean | Promise<boolean>;

/** What one annotation says about who may call. */
export type AccessRule =
  | { readonly kind: 'everybody' | 'authenticated' | 'nobody' }
  | { readonly kind: 'roles'; readonly roles: readonly string[] }
  | { readonly kind: 'scopes'; readonly scopes: readonly string[] }
  | { readonly kind: 'check'; readonly check: AccessCheck };

/** Who may call a method: all of its demands must be met. */
export interface AccessModel {
  readonly who: 'everybody' | 'authenticated' | 'nobody';
  /** One of these roles is needed; empty where roles play no part. */
  readonly roles: readonly string[];
  /** All of these scopes are needed. */
  readonly scopes: readonly string[];
  /** Asked last, with the principal and the request. */
  readonly check: AccessCheck | undefined;
}

/** Access for everybody, credentials or not. */
export const everybody: AccessModel = { who: 'everybody', roles: [], scopes: [], check: undefined };
/** Access for every recognised caller. */
export const authenticated: AccessModel = { ...everybody, who: 'authenticated' };

/** Who may call, in a few words: "role reader or accountant". */
export function describeAccess({ who, roles, scopes, check }: AccessModel): string {
  if (who !== 'authenticated') return who;
  const demands = [
    ...(roles.length === 0 ? [] : [`role ${roles.join(' or ')}`]),
    ...(scopes.length === 0 ? [] : [`scope ${scopes.join(' and ')}`]),
    ...(check === undefined ? [] : [`check ${check.name || 'without a name'}`]),
  ];
  return demands.join(', ') || 'authenticated';
}

/** Lets a call proceed, answers it itself, or throws the exception that is the answer. Runs after routing and before the body is read. */
export type Guard = (request: AccessRequest, proceed: () => void | Promise<void>) => void | Promise<void>;

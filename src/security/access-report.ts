import type { AccessModel } from '../contract/access.js';
import type { ArgumentModel } from '../contract/argument-model.js';
import type { Contract, PublishedEndpoint } from '../contract/contract.js';
import type { CallableModel } from '../contract/endpoint-model.js';
import { sourceOf } from '../contract/source-place.js';
import type { RegisteredMount } from '../http/port-registry.js';
import type { Class } from '../reflection/type-ref.js';
import type { AuthDefault } from './auth-factory.js';
import type { Authenticator } from './authenticator.js';

/** Everything that the report on access looks at. */
export interface AccessSubjects {
  readonly contract: Contract;
  readonly mounts: readonly RegisteredMount[];
  readonly authenticators: readonly Authenticator[];
  readonly undecided: AuthDefault;
}

/** A sentence for everything that is undecided, or decided and cannot work. */
export function accessProblems(subjects: AccessSubjects): readonly string[] {
  const { contract, mounts, authenticators, undecided } = subjects;
  const callables = new Set<CallableModel>([
    ...contract.endpoints.flatMap(({ endpoint, locators }) => [...locators, endpoint]),
    ...contract.openPaths.flatMap(({ locator, locators }) => [...locators, locator]),
  ]);
  if (authenticators.length === 0) return [...withoutAuthenticator(callables, mounts), ...defaultWithoutAuthenticator(undecided)];
  return [
    ...(undecided === 'undecided' ? undecidedProblems(contract, mounts) : []),
    ...[...callables].flatMap((callable) => principalProblems(callable, authenticators)),
  ];
}

/** The endpoints that `auth.default: public` leaves open to everybody. */
export function openByDefault({ endpoints }: Contract): readonly string[] {
  return endpoints.filter(isUndecided).map(({ endpoint, path }) => `${endpoint.httpMethod} ${path} (${endpoint.name})`);
}

/** An endpoint without a decision of its own takes that of a locator on the way to it. */
export function isUndecided({ endpoint, locators }: PublishedEndpoint): boolean {
  return [endpoint, ...locators].every(({ access }) => access === undefined);
}

function undecidedProblems({ endpoints, openPaths }: Contract, mounts: readonly RegisteredMount[]): readonly string[] {
  return [
    ...endpoints
      .filter(isUndecided)
      .map(({ endpoint, path }) => `${named(endpoint)}: nothing says who may call ${endpoint.httpMethod} ${path}; ${wayOut}`),
    ...openPaths
      .filter(
        ({ locator, locators }) => locator.subResource === undefined && [locator, ...locators].every(({ access }) => access === undefined),
      )
      .map(({ locator, path }) => `${named(locator)}: nothing says who may call what it finds below ${path}; ${wayOut}`),
    ...mounts
      .filter(({ access }) => access === undefined)
      .map(
        ({ title, path }) =>
          `${title === path ? `the handler mounted at ${path}` : title}: nothing says who may call it; mount it with { access: 'public' }, { access: 'authenticated' } or { access: { roles: ['…'] } }`,
      ),
  ];
}

const wayOut = "add @RolesAllowed('…'), @Authenticated or @PermitAll";

function withoutAuthenticator(callables: Iterable<CallableModel>, mounts: readonly RegisteredMount[]): readonly string[] {
  const ofMethods = [...callables]
    .filter(({ access, arguments: args }) => needsCaller(access) || args.some(isPrincipal))
    .map((callable) => `${named(callable)}: asks who is calling, but no authenticator is registered; ${useOne}`);
  const ofMounts = mounts
    .filter(({ access }) => access !== undefined && access !== 'public')
    .map(({ title }) => `${title}: is not for everybody, but no authenticator is registered; ${useOne}`);
  return [...ofMethods, ...ofMounts];
}

const useOne = "register one in run(), as in environment.auth.use(basic({ realm: '…' }, check))";

function defaultWithoutAuthenticator(undecided: AuthDefault): readonly string[] {
  return undecided === 'authenticated' ? [`auth.default is authenticated, but no authenticator is registered; ${useOne}`] : [];
}

function needsCaller(access: AccessModel | undefined): boolean {
  return access?.who === 'authenticated';
}

function isPrincipal(argument: ArgumentModel): boolean {
  return argument.kind === 'principal';
}

/** Parameters whose class an authenticator does not yield. */
function principalProblems(callable: CallableModel, authenticators: readonly Authenticator[]): readonly string[] {
  return callable.arguments.flatMap((argument) => {
    if (argument.kind !== 'principal' || argument.principal === undefined) return [];
    const declared = argument.principal;
    return authenticators
      .filter(({ principal }) => principal !== undefined && !isOrExtends(principal, declared))
      .map(
        ({ scheme, principal }) =>
          `${callable.name}, parameter ${argument.parameter.index + 1}: takes a ${declared.name}, but the ${scheme} authenticator yields a ${principal!.name}; declare a class that both are`,
      );
  });
}

function isOrExtends(type: Class, base: Class): boolean {
  return type === base || type.prototype instanceof base;
}

function named({ name, declaration }: CallableModel): string {
  const { file, line } = sourceOf(declaration);
  return file === null ? name : `${name} (${file}:${line})`;
}

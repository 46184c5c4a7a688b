import type { Annotations } from '../reflection/annotations.js';
import { authenticated, everybody } from './access.js';
import type { AccessModel, AccessRule } from './access.js';
import { AccessKind } from './annotations/access-annotations.js';
import type { ArgumentModel } from './argument-model.js';

/** What a method and its class say about who may call it. */
export interface DeclaredAccess {
  readonly name: string;
  readonly ofMethod: Annotations;
  readonly ofClass: Annotations;
  readonly arguments: readonly ArgumentModel[];
}

/** Who may call a method: what it says itself, else its class, else its parameters; undefined where nothing does. */
export function readAccess({ name, ofMethod, ofClass, arguments: args }: DeclaredAccess, problems: string[]): AccessModel | undefined {
  const own = ofMethod.all(AccessKind);
  const rules = own.length > 0 ? own : ofClass.all(AccessKind);
  const needsPrincipal = args.some((argument) => argument.kind === 'principal' && !argument.isOptional);
  // A method that cannot be called without a principal has decided.
  if (rules.length === 0) return needsPrincipal ? authenticated : undefined;
  const contradiction = contradictionIn(rules);
  if (contradiction !== undefined) problems.push(`${name}: ${contradiction}`);
  const access = combined(rules);
  if (needsPrincipal && access.who === 'everybody')
    problems.push(
      `${name}: everybody may call it, but an @Auth parameter needs a known caller; declare the parameter as Optional, or mark the method @Authenticated`,
    );
  return access;
}

function contradictionIn(rules: readonly AccessRule[]): string | undefined {
  const absolute = rules.find(({ kind }) => kind === 'everybody' || kind === 'nobody');
  if (absolute !== undefined && rules.length > 1)
    return `@${absolute.kind === 'everybody' ? 'PermitAll' : 'DenyAll'} contradicts the other annotations that say who may call; keep one`;
  const twice = rules.find(({ kind }, index) => rules.findIndex((other) => other.kind === kind) < index);
  if (twice === undefined) return undefined;
  return `says twice who may call (${annotationNames[twice.kind]}); name everything in one annotation`;
}

function combined(rules: readonly AccessRule[]): AccessModel {
  let access: AccessModel = everybody;
  for (const rule of rules) {
    if (rule.kind === 'everybody') continue;
    if (rule.kind === 'nobody') return { ...everybody, who: 'nobody' };
    access = { ...access, who: 'authenticated' };
    if (rule.kind === 'roles') access = { ...access, roles: rule.roles };
    else if (rule.kind === 'scopes') access = { ...access, scopes: rule.scopes };
    else if (rule.kind === 'check') access = { ...access, check: rule.check };
  }
  return access;
}

const annotationNames: Readonly<Record<AccessRule['kind'], string>> = {
  everybody: '@PermitAll',
  authenticated: '@Authenticated',
  nobody: '@DenyAll',
  roles: '@RolesAllowed',
  scopes: '@ScopesAllowed',
  check: '@Authorize',
};

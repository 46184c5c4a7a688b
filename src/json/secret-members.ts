import { inspect } from 'node:util';

/** What stands for the value of a `@Secret` member. */
export const maskedSecret = '********';

const ownSecrets = new WeakMap<object, Set<PropertyKey>>();
const views = new WeakMap<object, object>();

/**
 * Notes that a member is secret, and makes `util.inspect` show it masked: in log lines (`%o`, `%s`, nested values), on the console and in the debugger,
 * whatever the object is part of.
 */
export function hideMember(prototype: object, member: PropertyKey): void {
  let members = ownSecrets.get(prototype);
  if (members === undefined) {
    ownSecrets.set(prototype, (members = new Set()));
    if (!Object.hasOwn(prototype, inspect.custom)) {
      Object.defineProperty(prototype, inspect.custom, { value: inspectMasked, configurable: true, writable: true });
    }
  }
  members.add(member);
}

/** `JSON.stringify` with `@Secret` members masked. */
export function maskedJson(value: unknown): string | undefined {
  return JSON.stringify(value, function mask(this: object, key: string, member: unknown): unknown {
    return isShown(member) && isSecret(this, key) ? maskedSecret : member;
  });
}

function inspectMasked(this: object): object {
  // One view per object, so that inspect recognizes a circle.
  let view = views.get(this);
  if (view === undefined) {
    view = Object.create(Object.getPrototypeOf(this) as object) as object;
    views.set(this, view);
    // Or inspect would come here again.
    Object.defineProperty(view, inspect.custom, { value: undefined });
  }
  for (const key of Reflect.ownKeys(view)) if (key !== inspect.custom) Reflect.deleteProperty(view, key);
  for (const key of Reflect.ownKeys(this)) {
    const descriptor = Object.getOwnPropertyDescriptor(this, key)!;
    const isHidden = isSecret(this, key) && (!('value' in descriptor) || isShown(descriptor.value));
    const shown = isHidden ? { value: maskedSecret, enumerable: descriptor.enumerable === true } : descriptor;
    Object.defineProperty(view, key, { ...shown, configurable: true });
  }
  return view;
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function isSecret(owner: object, member: PropertyKey): boolean {
  for (let type: unknown = owner; typeof type === 'object' && type !== null; type = Object.getPrototypeOf(type)) {
    if (ownSecrets.get(type)?.has(member) === true) return true;
  }
  return false;
}

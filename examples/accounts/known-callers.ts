import { sameSecret } from 'keelson/security';
import type { NameAndPassword } from 'keelson/security';

import { Caller } from './caller.js';

/**
 * The callers with a password. An example can afford to have them in its source; a service keeps `await hashPassword(password)` in its database and
 * compares with `passwordMatches`.
 */
const known = new Map([
  ['ada', { password: 'lovelace', caller: new Caller('ada', ['reader', 'accountant']) }],
  ['bob', { password: 'builder', caller: new Caller('bob', ['reader']) }],
]);

/** The caller with this name and password. Takes as long for names that do not exist. */
export function findCaller({ name, password }: NameAndPassword): Caller | undefined {
  const found = known.get(name);
  const matches = sameSecret(password, found?.password ?? '');
  return matches ? found?.caller : undefined;
}

import { propertiesOf } from '../json/json-properties.js';
import { asPromise } from '../values/as-promise.js';
import { isKeelsonError } from '../values/keelson-error.js';

/** Code of the user's that the framework calls: `ShopApplication.run`. */
export interface CalledCode {
  readonly owner: object;
  readonly method: 'initialize' | 'run';
}

/** The name in messages. */
export function nameOfCode({ owner, method }: CalledCode): string {
  return `${owner.constructor.name}.${method}`;
}

/** What was thrown, with the name of the method it came from. Errors with a code of Keelson's say where they belong themselves. */
export function blamed(code: CalledCode, thrown: unknown, configuration?: object): unknown {
  if (isKeelsonError(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hint = thrown instanceof TypeError && configuration !== undefined ? hintOfSections(configuration) : '';
  return new Error(`in ${nameOfCode(code)}: ${message}${hint}`, { cause: thrown });
}

/** Calls `initialize`, which cannot wait: what it would add later is never seen. */
export function initializeNow(code: CalledCode, call: () => unknown): void {
  let result: unknown;
  try {
    result = call();
  } catch (thrown) {
    throw blamed(code, thrown);
  }
  const promise = asPromise(result);
  if (promise === undefined) return;
  // It is refused whatever becomes of the promise.
  promise.catch(() => undefined);
  throw new TypeError(
    `${nameOfCode(code)} is asynchronous, and what it adds after an await comes too late; let it return nothing, and wait in run() or in start() of a managed object`,
  );
}

/** Sections that the file leaves out and that have no default are the usual reason for "properties of undefined". */
function hintOfSections(configuration: object): string {
  const missing = propertiesOf(configuration.constructor as Parameters<typeof propertiesOf>[0])
    .map(({ field }) => field)
    .filter((field) => (configuration as Record<string, unknown>)[field] === undefined);
  if (missing.length === 0) return '';
  const names = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'}`;
  return ` (in the configuration, ${names} not set; give it a default, or mark it @NotNull)`;
}

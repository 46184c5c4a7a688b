import type { Guard } from '../../contract/access.js';
import type { LocatorModel } from '../../contract/endpoint-model.js';
import { MediaType } from '../../http/media-type.js';
import { NotFoundException } from '../../http/web-application-exception.js';
import { asPromise } from '../../values/as-promise.js';
import type { FilterChain } from '../filters/filter-chain.js';
import type { ArgumentReading } from '../parameters/argument-compiler.js';
import type { Call, CalledMethod } from './call.js';
import type { Invoke } from './endpoint.js';

/** A method that finds the sub-resource for the rest of a path, compiled. */
export class Locator implements CalledMethod {
  readonly resourceMethod = undefined;
  readonly produces = [MediaType.json];
  readonly namesMediaType = false;
  readonly maxBodySize = undefined;
  readonly variables: readonly string[];
  readonly guard: Guard | undefined;

  constructor(
    readonly model: LocatorModel,
    /** Request filters run for the method that answers in the end. If none is found, the reply still has its filters. */
    readonly filters: FilterChain,
    private readonly parts: {
      readonly instance: object | undefined;
      readonly args: ArgumentReading;
      readonly invoke: Invoke;
      readonly guard: Guard | undefined;
    },
  ) {
    this.guard = parts.guard;
    this.variables = model.variables;
  }

  /** The sub-resource: an instance, or a class of which one is made. Nothing is 404. */
  find(call: Call): object | Promise<object> {
    const args = this.parts.args.read(call);
    return args instanceof Promise ? args.then((all) => this.findWith(call, all)) : this.findWith(call, args);
  }

  private findWith(call: Call, args: unknown[]): object | Promise<object> {
    if (call.problems !== undefined) throw call.problems.toException();
    const found = this.parts.invoke(call.instance ?? this.parts.instance!, args);
    const promise = asPromise(found);
    return promise === undefined ? instanceOf(found) : promise.then(instanceOf);
  }
}

function instanceOf(found: unknown): object {
  if (found === null || found === undefined) throw new NotFoundException();
  if (typeof found === 'function') return new (found as unknown as new () => object)();
  if (typeof found === 'object') return found;
  throw new TypeError(`A sub-resource must be an object or a class, not ${typeof found}`);
}

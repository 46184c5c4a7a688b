import { inspect } from 'node:util';

import { describeSource } from '../contract/annotations/parameter-annotations.js';
import type { ArgumentModel } from '../contract/argument-model.js';
import type { CallableModel, EndpointModel, LocatorModel } from '../contract/endpoint-model.js';
import type { Exchange } from '../http/exchange.js';
import { Reply } from '../http/reply.js';
import { withoutStack } from '../http/without-stack.js';
import type { Call } from './dispatch/call.js';
import type { Invoke } from './dispatch/endpoint.js';
import type { StandIn } from './dispatch/stand-in.js';
import type { ExceptionMapper } from './exceptions/exception-mapper.js';
import { FilterChain } from './filters/filter-chain.js';
import type { ArgumentReading } from './parameters/argument-compiler.js';

/** What a dry run saw of one request. */
export interface DryRunTrace {
  /** The method that was chosen to answer. */
  endpoint: EndpointModel | undefined;
  /** The locator whose sub-resource only a real run would find. */
  unknownBelow: LocatorModel | undefined;
  /** The arguments as text, in the order declared. */
  arguments: readonly BoundArgument[];
  /** What is wrong with the request, a line each. */
  problems: readonly string[];
}

/** An argument and the value that was read for it. */
export interface BoundArgument {
  /** "query param limit", "request body" */
  readonly name: string;
  readonly value: string;
}

/** The filters of a method, by the names of their classes, in the order in which they run. */
export interface FilterNames {
  readonly request: readonly string[];
  readonly response: readonly string[];
}

/**
 * Lets requests run through resources without calling a method of theirs: routing, negotiation, body readers, parameters, constraints and
 * exception mappers are the real ones. Filters are not run, only named.
 */
export class DryRun implements StandIn {
  private readonly traces = new WeakMap<Exchange, DryRunTrace>();
  private readonly filterNames = new Map<EndpointModel, FilterNames>();

  /** What was seen of an exchange; undefined where the resources never got it. */
  traceOf(exchange: Exchange): DryRunTrace | undefined {
    return this.traces.get(exchange);
  }

  filtersOf(endpoint: EndpointModel): FilterNames {
    return this.filterNames.get(endpoint) ?? { request: [], response: [] };
  }

  /** Answers with the status of success in place of the method. */
  readonly mapper: ExceptionMapper<object> = {
    type: MethodReached,
    toReply: (thrown) => Reply.status((thrown as MethodReached).status),
  };

  arguments(model: CallableModel, { needs, read }: ArgumentReading): ArgumentReading {
    return {
      needs,
      read: (call) => {
        const args = read(call);
        if (args instanceof Promise) return args.then((all) => this.note(model, call, all));
        return this.note(model, call, args);
      },
    };
  }

  invocation(model: CallableModel): Invoke {
    if ('httpMethod' in model) {
      const { status } = (model as EndpointModel).result;
      return () => {
        throw withoutStack(() => new MethodReached(status));
      };
    }
    const { subResource } = model as LocatorModel;
    // An object of the right class is enough to go on: its own methods are not called either.
    return () => (subResource === undefined ? undefined : (Object.create(subResource.prototype as object) as object));
  }

  filters(model: EndpointModel, chain: FilterChain): FilterChain {
    this.filterNames.set(model, chain.names);
    return FilterChain.none;
  }

  private note(model: CallableModel, call: Call, args: unknown[]): unknown[] {
    const isEndpoint = 'httpMethod' in model;
    this.traces.set(call.exchange, {
      endpoint: isEndpoint ? (model as EndpointModel) : undefined,
      unknownBelow: !isEndpoint && (model as LocatorModel).subResource === undefined ? (model as LocatorModel) : undefined,
      arguments: model.arguments.map((argument) => ({ name: nameOf(argument), value: shown(args[argument.parameter.index]) })),
      problems: call.problems?.messages ?? [],
    });
    return args;
  }
}

/** Thrown where the method would have been called. */
class MethodReached extends Error {
  override readonly name = 'MethodReached';

  constructor(readonly status: number) {
    super('The method would have been called');
  }
}

function nameOf(argument: ArgumentModel): string {
  if (argument.kind === 'source') return describeSource(argument.source);
  if (argument.kind === 'body') return 'request body';
  if (argument.kind === 'principal') return 'principal';
  if (argument.kind === 'file') return `form field ${argument.file.name}`;
  if (argument.kind === 'parts') return 'parts of the form';
  return argument.kind === 'bean' ? `bean ${argument.bean.type.name}` : 'context';
}

function shown(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 4, maxStringLength: 200, maxArrayLength: 20 });
}

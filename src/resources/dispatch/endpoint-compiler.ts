import type { CallableModel, EndpointModel, LocatorModel, ResourceModel } from '../../contract/endpoint-model.js';
import { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { getLogger } from '../../logging/get-logger.js';
import { instrumentOf } from '../../metrics/method-instrument.js';
import { settled, unknownType } from '../../reflection/type-ref.js';
import type { Check } from '../../validation/violation.js';
import { isStreamed } from '../bodies/body-readers.js';
import { FilterChain } from '../filters/filter-chain.js';
import type { DynamicFeature, RequestFilter, ResponseFilter } from '../filters/filter.js';
import { RequestContext } from '../filters/request-context.js';
import type { ResourceMethod } from '../filters/resource-method.js';
import { compileArguments } from '../parameters/argument-reader.js';
import type { ArgumentParts } from '../parameters/argument-reader.js';
import type { CallOffer } from '../parameters/call.js';
import type { RegisteredComponents, ResourceServices } from '../registered-components.js';
import type { ResourceSettings } from '../resource-settings.js';
import { MethodTable } from '../routing/method-table.js';
import type { RouteEntry } from '../routing/router.js';
import type { EndpointOffer, RouteTarget } from './dispatcher.js';
import { Endpoint } from './endpoint.js';
import type { Invoke } from './endpoint.js';
import { Locator } from './locator.js';
import type { ReplyWriter } from './reply-writer.js';

const log = getLogger('keelson.resources');

export interface EndpointCompilerParts {
  readonly components: RegisteredComponents;
  readonly services: ResourceServices;
  readonly settings: ResourceSettings;
  readonly writer: ReplyWriter;
}

/** A compiled endpoint or locator before those of one path are put together. */
export type CompiledRoute =
  | { readonly kind: 'endpoint'; readonly model: EndpointModel; readonly offers: readonly EndpointOffer[] }
  | { readonly kind: 'locator'; readonly model: LocatorModel; readonly target: RouteTarget };

/** Models to functions. */
export class EndpointCompiler {
  /** The filters that are bound to nothing, and so see everything. */
  readonly filtersOfAll: FilterChain;

  constructor(private readonly parts: EndpointCompilerParts) {
    this.filtersOfAll = new FilterChain(
      parts.components.filters.filter(({ bindings }) => bindings.length === 0).map(({ filter }) => filter),
    );
  }

  /** Everything in a resource, compiled; what cannot be is added to the problems. Without an instance, each call brings its own. */
  routesOf(resource: ResourceModel, instance: object | undefined, problems: string[]): readonly CompiledRoute[] {
    return [
      ...resource.endpoints.map((model): CompiledRoute => ({ kind: 'endpoint', model, offers: this.offersOf(model, instance, problems) })),
      ...resource.locators.map((model): CompiledRoute => ({ kind: 'locator', model, target: this.locatorOf(model, instance, problems) })),
    ];
  }

  /** One entry per path, whatever the names of its variables are. */
  grouped(routes: readonly CompiledRoute[]): readonly RouteEntry<RouteTarget>[] {
    const status = this.parts.settings.unsupportedMediaTypeStatus ?? 406;
    const byShape = new Map<string, Extract<CompiledRoute, { kind: 'endpoint' }>[]>();
    const entries: RouteEntry<RouteTarget>[] = [];
    for (const route of routes) {
      if (route.kind === 'locator') entries.push({ template: route.model.template, target: route.target, open: true });
      else byShape.set(route.model.template.shape, [...(byShape.get(route.model.template.shape) ?? []), route]);
    }
    for (const ofShape of byShape.values()) {
      const { template } = ofShape[0]!.model;
      const methods = new MethodTable(
        template.text,
        ofShape.flatMap(({ offers }) => offers),
        status,
      );
      entries.push({ template, target: { kind: 'methods', methods }, open: false });
    }
    return entries;
  }

  /** Rule 5 of the specification's "Errors" surprises everybody once; this tells them beforehand. */
  warnOfProperties(resources: readonly ResourceModel[]): void {
    if (!this.callsProperties) return;
    for (const { name } of resources.flatMap(({ endpoints }) => endpoints).filter(({ isProperty }) => isProperty)) {
      log.warn(
        '%s is called twice per request: it looks like a property of its resource and its return value is constrained. Give it a name that does not begin with "get", or set server.validateResourceProperties: false',
        name,
      );
    }
  }

  private get callsProperties(): boolean {
    return this.parts.settings.validateResourceProperties ?? true;
  }

  private offersOf(model: EndpointModel, instance: object | undefined, problems: string[]): readonly EndpointOffer[] {
    const method = resourceMethodOf(model);
    const filters = this.filtersOf(method);
    const endpoint = new Endpoint(model, {
      instance,
      args: compileArguments(model, model.consumes, this.argumentParts(problems)),
      invoke: this.invocationOf(model, instance),
      checkReturn: this.returnCheckOf(model, problems),
      isProperty: model.isProperty && this.callsProperties,
      writer: this.parts.writer,
    });
    const contextOf: CallOffer['contextOf'] = (exchange, values) => new RequestContext(exchange, method, values, model.variables);
    const maxBodySize = this.maxBodySizeOf(model);
    return model.produces.map((mediaType) => ({
      endpoint,
      httpMethod: model.httpMethod,
      consumes: model.consumes,
      mediaType,
      writableTypes: model.produces.length > 1 ? model.produces : undefined,
      isDefaultType: !model.namesMediaType,
      filters,
      maxBodySize,
      contextOf,
    }));
  }

  /** A streamed body has only a limit of its own. */
  private maxBodySizeOf({ limits: { maxBodySize }, arguments: args }: EndpointModel): number | undefined {
    if (maxBodySize !== undefined) return maxBodySize.toBytes();
    const isStream = args.some((argument) => argument.kind === 'body' && isStreamed(argument.type));
    return isStream ? Infinity : this.parts.settings.maxRequestBodySize;
  }

  private locatorOf(model: LocatorModel, instance: object | undefined, problems: string[]): RouteTarget {
    if (model.arguments.some(({ kind }) => kind === 'body')) {
      problems.push(
        `${model.name}: finds a sub-resource and cannot take the body; mark it @GET, @POST or the like if it answers itself, or say where the parameter comes from`,
      );
    }
    const args = compileArguments(model, [MediaType.json], this.argumentParts(problems));
    if (args.needs === 'form') problems.push(`${model.name}: finds a sub-resource and cannot read a form`);
    const offer: CallOffer = {
      mediaType: MediaType.json,
      writableTypes: undefined,
      isDefaultType: true,
      maxBodySize: undefined,
      // Request filters run for the method that answers in the end; if that is never found, the reply still has its filters.
      filters: this.filtersOfAll,
      contextOf: (exchange, values) => new RequestContext(exchange, undefined, values, model.variables),
    };
    return { kind: 'locator', locator: new Locator(model, { instance, args, invoke: this.invocationOf(model, instance) }), offer };
  }

  private argumentParts(problems: string[]): ArgumentParts {
    const { components, services } = this.parts;
    return {
      readers: components.readers,
      converters: components.converters,
      mapper: services.mapper,
      validator: services.validator,
      problems,
    };
  }

  private invocationOf(model: CallableModel, instance: object | undefined): Invoke {
    const { name } = model.method;
    const plain = instance === undefined ? lookedUp(name) : bound(instance as Record<string, Method>, name);
    const { metrics } = this.parts.services;
    const instrument = metrics === undefined ? undefined : instrumentOf(model.resource, name, metrics);
    return instrument?.around(plain) ?? plain;
  }

  private returnCheckOf(model: EndpointModel, problems: string[]): Check | undefined {
    const { validator } = this.parts.services;
    // What is wrong with the constraints was reported with the arguments, and they cannot be compiled.
    if (problems.length > 0 && validator.problemsOfMethod(model.method).length > 0) return undefined;
    const returned = settled(model.method.returns);
    // Of a Reply it is the body that is validated, and what that is shows only when it is there.
    const method =
      returned.kind === 'class' && returned.type === (Reply as unknown) ? { ...model.method, returns: unknownType } : model.method;
    return validator.forReturnValue(method, ...model.groups.returnValue);
  }

  private filtersOf(method: ResourceMethod): FilterChain {
    const { filters, features } = this.parts.components;
    const bound = filters.filter(({ bindings }) => bindings.every((binding) => method.isBoundTo(binding))).map(({ filter }) => filter);
    const chosen = [...bound, ...features.flatMap((feature) => filtersFrom(feature, method))];
    return chosen.length === 0 ? FilterChain.none : new FilterChain(chosen);
  }
}

type Method = (...args: unknown[]) => unknown;

function bound(instance: Record<string, Method>, name: string): Invoke {
  const method = instance[name]!;
  return (_instance, args) => method.apply(instance, args);
}

function lookedUp(name: string): Invoke {
  return (instance, args) => (instance as Record<string, Method>)[name]!.apply(instance, args);
}

function filtersFrom(feature: DynamicFeature, method: ResourceMethod): readonly (RequestFilter | ResponseFilter)[] {
  const collected: (RequestFilter | ResponseFilter)[] = [];
  feature.configure(method, { register: (filter) => collected.push(filter) });
  return collected;
}

function resourceMethodOf({ resource, method, httpMethod, template, consumes, produces, bindings }: EndpointModel): ResourceMethod {
  return {
    resource,
    name: method.name,
    httpMethod,
    path: template.text,
    consumes: (consumes ?? []).map(String),
    produces: produces.map(String),
    isBoundTo: (binding) => bindings.includes(binding),
  };
}

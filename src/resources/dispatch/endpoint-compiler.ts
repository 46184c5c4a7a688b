import type { NameBinding } from '../../contract/annotations/name-binding.js';
import { readsUploads } from '../../contract/argument-model.js';
import { isStreamed } from '../../contract/body-types.js';
import type { CallableModel, EndpointModel, LocatorModel, ResourceModel } from '../../contract/endpoint-model.js';
import { MediaType } from '../../http/media-type.js';
import { Reply } from '../../http/reply.js';
import { getLogger } from '../../logging/get-logger.js';
import { instrumentOf } from '../../metrics/method-instrument.js';
import { settled, unknownType } from '../../reflection/type-ref.js';
import { problemsOfMethod } from '../../validation/validation-plan.js';
import { checksOf } from '../../validation/validator.js';
import type { Check } from '../../validation/violation.js';
import { FilterChain } from '../filters/filter-chain.js';
import type { DynamicFeature, RequestFilter, ResponseFilter } from '../filters/filter.js';
import type { ResourceMethod } from '../filters/resource-method.js';
import { unguarded } from '../filters/unguarded-methods.js';
import { defaultMultipartLimits, multipartPlan } from '../multipart/multipart-arguments.js';
import type { MultipartLimits } from '../multipart/multipart-factory.js';
import { compileArguments } from '../parameters/argument-compiler.js';
import type { ArgumentReading } from '../parameters/argument-compiler.js';
import type { RegisteredComponents, ResourceServices } from '../registered-components.js';
import type { ResourceSettings } from '../resource-settings.js';
import { MethodTable } from '../routing/method-table.js';
import type { RouteEntry } from '../routing/route-tree.js';
import type { RouteTarget } from './dispatcher.js';
import { Endpoint } from './endpoint.js';
import type { Invoke } from './endpoint.js';
import { Locator } from './locator.js';
import type { ReplyWriter } from './reply-writer.js';
import type { StandIn } from './stand-in.js';

const log = getLogger('keelson.resources');

export interface EndpointCompilerParts {
  readonly components: RegisteredComponents;
  readonly services: ResourceServices;
  readonly settings: ResourceSettings;
  readonly writer: ReplyWriter;
  /** For a run that must not call methods. */
  readonly standIn: StandIn | undefined;
}

/** A compiled method, before those of one path are put together. */
export type CompiledMethod = Endpoint | Locator;

/** Models to functions. */
export class EndpointCompiler {
  /** The filters that are bound to nothing, and so see everything. */
  readonly filtersOfAll: FilterChain;

  constructor(private readonly parts: EndpointCompilerParts) {
    const unbound = parts.components.filters.filter(({ bindings }) => bindings.length === 0).map(({ filter }) => filter);
    this.filtersOfAll = parts.standIn === undefined ? new FilterChain(unbound) : FilterChain.none;
  }

  /** Everything in a resource, compiled; what cannot be is added to the problems. Without an instance, each call brings its own. */
  methodsOf(resource: ResourceModel, instance: object | undefined, problems: string[]): readonly CompiledMethod[] {
    return [
      ...resource.endpoints.map((model) => this.endpointOf(model, instance, problems)),
      ...resource.locators.map((model) => this.locatorOf(model, instance, problems)),
    ];
  }

  /** One entry per path, whatever its variables are called. */
  routesOf(methods: readonly CompiledMethod[]): readonly RouteEntry<RouteTarget>[] {
    const status = this.parts.settings.unsupportedMediaTypeStatus ?? 406;
    const byShape = new Map<string, Endpoint[]>();
    const entries: RouteEntry<RouteTarget>[] = [];
    for (const method of methods) {
      const { template } = method.model;
      if (method instanceof Locator) entries.push({ template, target: { kind: 'locator', locator: method }, open: true });
      else byShape.set(template.shape, [...(byShape.get(template.shape) ?? []), method]);
    }
    for (const endpoints of byShape.values()) {
      const { template } = endpoints[0]!.model;
      entries.push({ template, target: { kind: 'methods', methods: new MethodTable(template.text, endpoints, status) }, open: false });
    }
    return entries;
  }

  /** Being called twice surprises everybody once; this warns them beforehand. */
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

  private endpointOf(model: EndpointModel, instance: object | undefined, problems: string[]): Endpoint {
    const asked = new Set<NameBinding>();
    const resourceMethod = resourceMethodOf(model, asked);
    const filters = this.filtersOf(resourceMethod, model.bindings);
    problems.push(...unguarded(model, this.parts.components.filters, asked));
    const { standIn } = this.parts;
    return new Endpoint(model, {
      instance,
      resourceMethod,
      filters: standIn?.filters(model, filters) ?? filters,
      args: this.argumentsOf(model, model.consumes ?? [], problems),
      maxBodySize: this.maxBodySizeOf(model),
      multipart: multipartPlan(model.arguments, this.multipartLimits, model.limits.maxBodySize?.toBytes()),
      invoke: this.invocationOf(model, instance),
      checkReturn: this.returnCheckOf(model, problems),
      isProperty: model.isProperty && this.callsProperties && standIn === undefined,
      writer: this.parts.writer,
      guard: this.parts.settings.access?.guardOf(model),
    });
  }

  private get multipartLimits(): MultipartLimits {
    return this.parts.settings.multipart ?? defaultMultipartLimits;
  }

  /** A streamed body has only a limit of its own. */
  private maxBodySizeOf({ limits: { maxBodySize }, arguments: args }: EndpointModel): number | undefined {
    if (maxBodySize !== undefined) return maxBodySize.toBytes();
    const isStream = args.some((argument) => argument.kind === 'parts' || (argument.kind === 'body' && isStreamed(argument.type)));
    return isStream ? Infinity : this.parts.settings.maxRequestBodySize;
  }

  private locatorOf(model: LocatorModel, instance: object | undefined, problems: string[]): Locator {
    if (model.arguments.some(({ kind }) => kind === 'body')) {
      problems.push(
        `${model.name}: finds a sub-resource and cannot take the body; mark it @GET, @POST or the like if it answers itself, or say where the parameter comes from`,
      );
    }
    const args = this.argumentsOf(model, [MediaType.json], problems);
    if (args.needs === 'form' || readsUploads(model.arguments)) problems.push(`${model.name}: finds a sub-resource and cannot read a form`);
    const invoke = this.invocationOf(model, instance);
    return new Locator(model, this.filtersOfAll, { instance, args, invoke, guard: this.parts.settings.access?.guardOf(model) });
  }

  private argumentsOf(model: CallableModel, consumes: readonly MediaType[], problems: string[]): ArgumentReading {
    const { components, services, standIn } = this.parts;
    const { readers, converters } = components;
    const { mapper, validator } = services;
    const reading = compileArguments(model, consumes, {
      readers,
      converters,
      mapper,
      validator,
      multipart: this.multipartLimits,
      detailedJsonErrors: this.parts.settings.detailedJsonErrors ?? true,
      problems,
    });
    return standIn?.arguments(model, reading) ?? reading;
  }

  private invocationOf(model: CallableModel, instance: object | undefined): Invoke {
    if (this.parts.standIn !== undefined) return this.parts.standIn.invocation(model);
    const { name } = model.method;
    const plain = instance === undefined ? lookedUp(name) : bound(instance as Record<string, Method>, name);
    const { metrics } = this.parts.services;
    const instrument = metrics === undefined ? undefined : instrumentOf(model.resource, name, metrics);
    return instrument?.around(plain) ?? plain;
  }

  private returnCheckOf(model: EndpointModel, problems: string[]): Check | undefined {
    const { validator } = this.parts.services;
    // What is wrong with the constraints was reported with the arguments, and they cannot be compiled.
    if (problems.length > 0 && problemsOfMethod(model.method).length > 0) return undefined;
    const returned = settled(model.method.returns);
    // Of a Reply it is the body that is validated, and what that is shows only when it is there.
    const method =
      returned.kind === 'class' && returned.type === (Reply as unknown) ? { ...model.method, returns: unknownType } : model.method;
    return checksOf(validator).forReturnValue(method, model.groups.returnValue);
  }

  private filtersOf(method: ResourceMethod, carried: readonly NameBinding[]): FilterChain {
    const { filters, features } = this.parts.components;
    const bound = filters.filter(({ bindings }) => bindings.every((binding) => carried.includes(binding))).map(({ filter }) => filter);
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

/** Notes the bindings that are asked for: a dynamic feature that asks looks after them. */
function resourceMethodOf(
  { resource, method, httpMethod, template, consumes, produces, bindings }: EndpointModel,
  asked: Set<NameBinding>,
): ResourceMethod {
  return {
    resource,
    name: method.name,
    httpMethod,
    path: template.text,
    consumes: (consumes ?? []).map(String),
    produces: produces.map(String),
    isBoundTo: (binding) => {
      asked.add(binding);
      return bindings.includes(binding);
    },
  };
}

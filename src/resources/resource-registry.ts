import { NameBindingKind } from '../contract/annotations/name-binding.js';
import { HttpMethodKind, PathKind } from '../contract/annotations/routing-annotations.js';
import type { Contract } from '../contract/contract.js';
import type { Handler } from '../http/handler.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class } from '../reflection/type-ref.js';
import type { BodyReader, BodyWriter } from './bodies/body-reader.js';
import type { ExceptionMapper } from './exceptions/exception-mapper.js';
import { isRequestFilter, isResponseFilter } from './filters/filter-chain.js';
import type { DynamicFeature, RequestFilter } from './filters/filter.js';
import type { ParameterConverter } from './parameters/parameter-converters.js';
import type { BoundFilter, Mount, RegisteredComponents, ResourceComponent, ResourceServices } from './registered-components.js';
import { compileResources, readContract } from './resource-compiler.js';
import type { ResourceSettings } from './resource-settings.js';

/**
 * Collects resources, filters, mappers and the like, and makes one handler of them at start-up.
 *
 * @example
 * new ResourceRegistry({ mapper, validator }).register(new PersonResource(people)).register(AuditFilter).compile({})
 */
export class ResourceRegistry {
  private readonly resources: object[] = [];
  private readonly filters: BoundFilter[] = [];
  private readonly features: DynamicFeature[] = [];
  private readonly mappers: ExceptionMapper<object>[] = [];
  private readonly converters: ParameterConverter<object>[] = [];
  private readonly readers: BodyReader[] = [];
  private readonly writers: BodyWriter[] = [];
  private readonly mounts: Mount[] = [];
  private readonly problems: string[] = [];

  constructor(private readonly services: ResourceServices) {}

  /** Takes a resource, filter, dynamic feature, exception mapper, parameter converter, body reader or body writer: an instance, or a class that is made without arguments. */
  register(component: ResourceComponent | object): this {
    const given: unknown = component;
    if ((typeof given !== 'object' && typeof given !== 'function') || given === null) {
      this.problems.push(`${String(given)}: was registered but is no object; register a resource, a filter or the like, or its class`);
      return this;
    }
    const instance = typeof component === 'function' ? this.instanceOf(component as Class) : component;
    if (instance !== undefined && !this.take(instance)) {
      this.problems.push(
        `${nameOf(instance)}: was registered but is nothing that can be used; mark a resource with @Path, or give it the methods of a filter, dynamic feature, mapper, converter, reader or writer`,
      );
    }
    return this;
  }

  /** Leaves everything below a path to a handler, such as an Express application wrapped by `nodeHandler`. */
  mount(path: string, handler: Handler): this {
    this.mounts.push({ path, handler });
    return this;
  }

  /** The HTTP methods that the registered resources declare, for a server that lets only known ones in. */
  declaredMethods(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const resource of this.resources) collectMethods(resource.constructor as Class, found, new Set());
    return found;
  }

  /** What the registered resources answer, below this path; for programs that read it. */
  contract(contextPath = ''): Contract {
    return readContract(this.components(), contextPath);
  }

  /** Compiles what was registered; everything that cannot be served is refused here, in one report. Logs the endpoints. */
  compile(settings: ResourceSettings): Handler {
    return compileResources(this.components(), this.services, settings);
  }

  private components(): RegisteredComponents {
    const { resources, filters, features, mappers, converters, readers, writers, mounts, problems } = this;
    return { resources, filters, features, mappers, converters, readers, writers, mounts, problems };
  }

  private take(instance: object): boolean {
    const type = instance.constructor as Class;
    const kinds: [boolean, () => void][] = [
      [isResource(type), () => this.resources.push(instance)],
      [
        isRequestFilter(instance) || isResponseFilter(instance),
        () => this.filters.push({ filter: instance as RequestFilter, bindings: modelOf(type).annotations.all(NameBindingKind) }),
      ],
      [hasMethods(instance, 'configure'), () => this.features.push(instance as DynamicFeature)],
      [hasMethods(instance, 'toReply'), () => this.mappers.push(instance as ExceptionMapper<object>)],
      [hasMethods(instance, 'fromText'), () => this.converters.push(instance as ParameterConverter<object>)],
      [hasMethods(instance, 'canRead', 'read'), () => this.readers.push(instance as BodyReader)],
      [hasMethods(instance, 'canWrite', 'write'), () => this.writers.push(instance as BodyWriter)],
    ];
    for (const [isOfKind, keep] of kinds) if (isOfKind) keep();
    return kinds.some(([isOfKind]) => isOfKind);
  }

  private instanceOf(type: Class): object | undefined {
    if (type.length === 0) return new (type as unknown as new () => object)();
    this.problems.push(`${type.name}: its constructor takes arguments, so the framework cannot make it; register an instance of it`);
    return undefined;
  }
}

function isResource(type: Class): boolean {
  const { annotations, methods } = modelOf(type);
  return annotations.has(PathKind) || methods.some((method) => method.annotations.has(HttpMethodKind) || method.annotations.has(PathKind));
}

/** Those of the sub-resources that declarations name included. */
function collectMethods(type: Class, found: Set<string>, seen: Set<Class>): void {
  if (seen.has(type)) return;
  seen.add(type);
  for (const { annotations, returns } of modelOf(type).methods) {
    for (const method of annotations.all(HttpMethodKind)) found.add(method);
    const returned = settled(returns);
    if (annotations.has(PathKind) && !annotations.has(HttpMethodKind) && returned.kind === 'class')
      collectMethods(returned.type, found, seen);
  }
}

function hasMethods(instance: object, ...names: readonly string[]): boolean {
  return names.every((name) => typeof (instance as Record<string, unknown>)[name] === 'function');
}

function nameOf(instance: object): string {
  return instance.constructor?.name ?? 'An object';
}

import { NameBindingKind } from '../contract/annotations/name-binding.js';
import { HttpMethodKind, PathKind } from '../contract/annotations/routing-annotations.js';
import type { Contract } from '../contract/contract.js';
import type { ErrorClass } from '../http/exception-status.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class } from '../reflection/type-ref.js';
import { RegisteredTooLateError } from '../values/registration-errors.js';
import type { BodyReader, BodyWriter } from './bodies/body-reader.js';
import { componentKinds, componentWords, nameOf, verbFor } from './component-kinds.js';
import type { ComponentKind } from './component-kinds.js';
import { DryRun } from './dry-run.js';
import { documentedAnswer } from './exceptions/documented-answer.js';
import type { DocumentedAnswer } from './exceptions/documented-answer.js';
import type { ExceptionMapper } from './exceptions/exception-mapper.js';
import type { DynamicFeature, RequestFilter, ResponseFilter } from './filters/filter.js';
import type { ParameterConverter } from './parameters/parameter-converters.js';
import type { BoundFilter, RegisteredComponents, ResourceServices } from './registered-components.js';
import type { ResourceHandler } from './resource-compiler.js';
import { compileResources, readContract } from './resource-compiler.js';
import type { ResourceSettings } from './resource-settings.js';

/** A component, or its class where it is made without arguments. */
export type OrClass<T> = T | (new () => T);

/** What {@link ResourceRegistry.register} takes: filters and mappers do not compile, since each kind of component has its own verb. */
export type Resource<T> =
  T extends OrClass<RequestFilter | ResponseFilter>
    ? { readonly 'this is a filter: add it with addFilter': never }
    : T extends OrClass<ExceptionMapper<object>>
      ? { readonly 'this is an exception mapper: add it with addMapper': never }
      : unknown;

/**
 * Collects resources and the components around them, and compiles them into one handler at start-up.
 *
 * @example
 * environment.resources.register(new PersonResource(people)).addFilter(AuditFilter).addMapper(new OutOfStockMapper());
 */
export class ResourceRegistry {
  private readonly resources: object[] = [];
  private readonly filters: BoundFilter[] = [];
  private readonly features: DynamicFeature[] = [];
  private readonly mappers: ExceptionMapper<object>[] = [];
  private readonly converters: ParameterConverter<object>[] = [];
  private readonly readers: BodyReader[] = [];
  private readonly writers: BodyWriter[] = [];
  private readonly problems: string[] = [];
  private state: 'open' | 'compiled' = 'open';

  constructor(private readonly services: ResourceServices) {}

  /** Takes a resource, which is a class with `@Path`: an instance of it, or the class itself where its constructor takes no arguments. */
  register<T extends object>(resource: T & Resource<T>): this {
    const instance = this.instanceOf<object>(resource, 'register');
    if (instance === undefined) return this;
    if (isResource(instance.constructor as Class)) this.resources.push(instance);
    else {
      const verb = verbFor(instance);
      const wayOut = verb === undefined ? `mark the class as in @Path('/hello')` : `add it with ${verb}`;
      this.problems.push(`${nameOf(instance)}: has no @Path, so it is not a resource; ${wayOut}`);
    }
    return this;
  }

  /** Takes a request filter, a response filter, or one that is both. */
  addFilter(filter: OrClass<RequestFilter | ResponseFilter>): this {
    const instance = this.component<RequestFilter | ResponseFilter>(filter, 'addFilter');
    if (instance !== undefined)
      this.filters.push({ filter: instance, bindings: modelOf(instance.constructor as Class).annotations.all(NameBindingKind) });
    return this;
  }

  /** Takes a dynamic feature, which chooses filters for each method. */
  addFeature(feature: OrClass<DynamicFeature>): this {
    const instance = this.component(feature, 'addFeature');
    if (instance !== undefined) this.features.push(instance);
    return this;
  }

  /** Takes an exception mapper; one for a class that the framework maps itself takes its place. A second one of yours for a class is refused. */
  addMapper(mapper: OrClass<ExceptionMapper<object>>): this {
    const instance = this.component(mapper, 'addMapper');
    if (instance === undefined) return this;
    this.refuseSecond(this.mappers, instance, 'give one of them another class, or replace the first with replaceMapper()');
    this.mappers.push(instance);
    return this;
  }

  /** Takes an exception mapper in place of the one for its class, if there is one. */
  replaceMapper(mapper: OrClass<ExceptionMapper<object>>): this {
    const instance = this.component(mapper, 'addMapper');
    if (instance === undefined) return this;
    const index = this.mappers.findIndex(({ type }) => type === instance.type);
    if (index >= 0) this.mappers.splice(index, 1);
    this.mappers.push(instance);
    return this;
  }

  /** Takes a converter that makes a parameter's value from its text. */
  addConverter(converter: OrClass<ParameterConverter<object>>): this {
    const instance = this.component(converter, 'addConverter');
    if (instance === undefined) return this;
    this.refuseSecond(this.converters, instance, 'keep one of them');
    this.converters.push(instance);
    return this;
  }

  /** Takes a reader of request bodies; it is asked before the built-in ones. */
  addReader(reader: OrClass<BodyReader>): this {
    const instance = this.component(reader, 'addReader');
    if (instance !== undefined) this.readers.push(instance);
    return this;
  }

  /** Takes a writer of reply bodies; it is asked before the built-in ones. */
  addWriter(writer: OrClass<BodyWriter>): this {
    const instance = this.component(writer, 'addWriter');
    if (instance !== undefined) this.writers.push(instance);
    return this;
  }

  /** @deprecated It is `environment.application.mount(path, handler)` now. */
  mount(): never {
    throw new TypeError('environment.resources.mount(path, handler) is environment.application.mount(path, handler) now');
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

  /** What errors of a class are answered with, as far as their mapper or their class says; for programs that read the contract. */
  answerOf(error: ErrorClass): DocumentedAnswer | undefined {
    return documentedAnswer(error, this.mappers);
  }

  /** Compiles what was registered, and logs the endpoints. Everything that cannot be served is refused in one report; nothing can be registered afterwards. */
  compile(settings: ResourceSettings): ResourceHandler {
    this.state = 'compiled';
    return compileResources(this.components(), this.services, settings);
  }

  /** Compiles a handler that calls no method, and what it notes of each request. */
  compileDry(settings: ResourceSettings): { readonly handler: ResourceHandler; readonly dryRun: DryRun } {
    const dryRun = new DryRun();
    return { dryRun, handler: compileResources(this.components(), this.services, settings, dryRun) };
  }

  private components(): RegisteredComponents {
    const { resources, filters, features, mappers, converters, readers, writers, problems } = this;
    return { resources, filters, features, mappers, converters, readers, writers, problems };
  }

  private refuseSecond<T extends { readonly type: { readonly name: string } }>(known: readonly T[], added: T, fix: string): void {
    const first = known.find(({ type }) => type === added.type);
    if (first !== undefined) this.problems.push(`${nameOf(added)} and ${nameOf(first)} are both for ${added.type.name}; ${fix}`);
  }

  /** An instance that has what its kind needs. The compiler sees to that too, but not everybody asks it. */
  private component<T extends object>(given: OrClass<T>, verb: ComponentKind['verb']): T | undefined {
    const instance = this.instanceOf<T>(given, verb);
    if (instance === undefined) return undefined;
    const kind = componentKinds.find((one) => one.verb === verb)!;
    if (kind.includes(instance)) return instance;
    const meant = isResource(instance.constructor as Class) ? 'register' : verbFor(instance);
    const wayOut = meant === undefined ? '' : `; it looks like something for ${meant}`;
    this.problems.push(`${nameOf(instance)}: was given to ${verb} but has no ${kind.needs}${wayOut}`);
    return undefined;
  }

  private instanceOf<T extends object>(given: OrClass<T>, verb: ComponentKind['verb'] | 'register'): T | undefined {
    if (this.state === 'compiled') throw new RegisteredTooLateError(componentWords[verb], nameOf(given));
    if ((typeof given !== 'object' && typeof given !== 'function') || given === null) {
      this.problems.push(`${String(given)}: was given to ${verb} but is not an object; give it an instance or a class`);
      return undefined;
    }
    if (typeof given !== 'function') return given;
    if (given.length === 0) return new given();
    this.problems.push(`${given.name}: its constructor takes arguments, so the framework cannot make it; give ${verb} an instance of it`);
    return undefined;
  }
}

function isResource(type: Class): boolean {
  const { annotations, methods } = modelOf(type);
  return annotations.has(PathKind) || methods.some((method) => method.annotations.has(HttpMethodKind) || method.annotations.has(PathKind));
}

/** Those of sub-resources that declarations name are included. */
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

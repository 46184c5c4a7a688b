import type { Handler } from '../http/handler.js';
import { MountTable, normalizedPrefix } from '../http/mount-table.js';
import { getLogger } from '../logging/get-logger.js';
import type { Class } from '../reflection/type-ref.js';
import { BodyWriters } from './bodies/body-writers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import type { RouteTarget } from './dispatch/dispatcher.js';
import { EndpointCompiler } from './dispatch/endpoint-compiler.js';
import { ErrorAnswers } from './dispatch/error-answers.js';
import { ReplyWriter } from './dispatch/reply-writer.js';
import { defaultMappers } from './exceptions/default-mappers.js';
import { ExceptionMappers } from './exceptions/exception-mappers.js';
import { endpointListing } from './model/endpoint-listing.js';
import type { ResourceModel } from './model/endpoint-model.js';
import { ResourceModelError } from './model/resource-model-error.js';
import { resourceModel } from './model/resource-model.js';
import { routeConflicts } from './model/route-conflicts.js';
import type { RegisteredComponents, ResourceServices } from './registered-components.js';
import type { ResourceSettings } from './resource-settings.js';
import { RouteTree } from './routing/route-tree.js';
import type { Router } from './routing/router.js';

const log = getLogger('keelson.resources');

/** Makes the handler of all that was registered: models, then one report of what is wrong, then compiled endpoints behind one router. */
export function compileResources(components: RegisteredComponents, services: ResourceServices, settings: ResourceSettings): Handler {
  const problems = [...components.problems];
  const writer = new ReplyWriter(new BodyWriters(components.writers, services.mapper));
  const compiler = new EndpointCompiler({ components, services, settings, writer });
  const root = modelsOf(components.resources, problems);
  const subResources = new SubResources(compiler);
  problems.push(...routeConflicts(root.map(({ model }) => model)), ...shadowedByMounts(root, components));
  const entries = root.flatMap(({ model, instance }) => compiler.entriesOf(model, instance, problems));
  for (const { model } of root) subResources.compileKnown(model, problems);
  if (problems.length > 0) throw new ResourceModelError([...new Set(problems)]);
  logComponents(components);
  log.info(
    '%s',
    endpointListing(
      root.map(({ model }) => model),
      settings.contextPath ?? '',
      (locator, type) => subResources.modelOf(type, locator.variables),
    ),
  );
  compiler.warnOfProperties(root.map(({ model }) => model));

  const mappers = new ExceptionMappers();
  for (const mapper of [...defaultMappers({ detailedJsonErrors: settings.detailedJsonErrors ?? false }), ...components.mappers])
    mappers.add(mapper);
  const dispatcher = new Dispatcher({
    router: new RouteTree<RouteTarget>(compiler.grouped(entries)),
    subRouter: (type, variables) => subResources.routerOf(type, variables),
    errors: new ErrorAnswers(mappers, writer),
    filters: compiler.filtersOfAll,
  });
  return withMounts(components, dispatcher.handle);
}

interface RegisteredModel {
  readonly model: ResourceModel;
  readonly instance: object;
}

function modelsOf(resources: readonly object[], problems: string[]): readonly RegisteredModel[] {
  return resources.map((instance) => ({
    instance,
    model: resourceModel(instance.constructor as Class, { at: 'root', variables: [], problems }),
  }));
}

/** The classes behind locators: those that declarations name are compiled at start-up, others when a request first meets them. */
class SubResources {
  private readonly routers = new Map<string, Map<Class, Router<RouteTarget>>>();

  constructor(private readonly compiler: EndpointCompiler) {}

  modelOf(type: Class, variables: readonly string[]): ResourceModel {
    return resourceModel(type, { at: 'sub-resource', variables, problems: [] });
  }

  /** A sub-resource that leads back to one before it may have more variables with each turn; those depths are met by requests only. */
  compileKnown(model: ResourceModel, problems: string[], before: readonly Class[] = []): void {
    for (const { subResource, variables } of model.locators) {
      if (subResource === undefined || before.includes(subResource) || this.routersBelow(variables).has(subResource)) continue;
      const sub = resourceModel(subResource, { at: 'sub-resource', variables, problems });
      problems.push(...routeConflicts([sub]));
      this.routersBelow(variables).set(subResource, this.routerFor(sub, problems));
      this.compileKnown(sub, problems, [...before, subResource]);
    }
  }

  routerOf(type: Class, variables: readonly string[]): Router<RouteTarget> {
    const known = this.routersBelow(variables);
    let router = known.get(type);
    if (router === undefined) {
      const problems: string[] = [];
      router = this.routerFor(resourceModel(type, { at: 'sub-resource', variables, problems }), problems);
      if (problems.length > 0) throw new ResourceModelError(problems);
      known.set(type, router);
    }
    return router;
  }

  private routerFor(model: ResourceModel, problems: string[]): Router<RouteTarget> {
    return new RouteTree<RouteTarget>(this.compiler.grouped(this.compiler.entriesOf(model, undefined, problems)));
  }

  private routersBelow(variables: readonly string[]): Map<Class, Router<RouteTarget>> {
    const key = variables.join('/');
    let routers = this.routers.get(key);
    if (routers === undefined) this.routers.set(key, (routers = new Map<Class, Router<RouteTarget>>()));
    return routers;
  }
}

function shadowedByMounts(root: readonly RegisteredModel[], { mounts }: RegisteredComponents): readonly string[] {
  const prefixes = mounts.map(({ path }) => normalizedPrefix(path));
  return root.flatMap(({ model }) =>
    [...model.endpoints, ...model.locators].flatMap(({ name, template: { text } }) =>
      prefixes
        .filter((prefix) => text === prefix || text.startsWith(`${prefix}/`))
        .map(
          (prefix) =>
            `${name}: its path ${text} lies below ${prefix || '/'}, where a handler was mounted that takes everything; give one of them another path`,
        ),
    ),
  );
}

function withMounts({ mounts }: RegisteredComponents, handle: Handler): Handler {
  if (mounts.length === 0) return handle;
  const table = new MountTable();
  for (const { path, handler } of mounts) {
    const prefix = normalizedPrefix(path);
    table.mount(path, `the handler mounted at ${path}`, (exchange) => {
      exchange.enterContext(prefix);
      return handler(exchange);
    });
  }
  return table.handler(handle);
}

function logComponents({ resources, filters, features, mappers, converters, readers, writers }: RegisteredComponents): void {
  const names = (components: readonly object[]): string => components.map((one) => one.constructor.name).join(', ');
  log.debug('resources = [%s]', names(resources));
  log.debug(
    'providers = [%s]',
    names([...filters.map(({ filter }) => filter), ...features, ...mappers, ...converters, ...readers, ...writers]),
  );
}

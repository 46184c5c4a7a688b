import { contractOf } from '../contract/contract.js';
import type { Contract } from '../contract/contract.js';
import { endpointListing } from '../contract/endpoint-listing.js';
import type { ResourceModel } from '../contract/endpoint-model.js';
import { forgottenAnnotations } from '../contract/forgotten-annotations.js';
import { readResource } from '../contract/resource-reader.js';
import { routeConflicts } from '../contract/route-conflicts.js';
import type { Handler } from '../http/handler.js';
import type { ErrorHandler } from '../http/pipeline.js';
import { getLogger } from '../logging/get-logger.js';
import type { Class } from '../reflection/type-ref.js';
import { BodyWriters } from './bodies/body-writers.js';
import { Dispatcher } from './dispatch/dispatcher.js';
import type { RouteTarget } from './dispatch/dispatcher.js';
import { EndpointCompiler } from './dispatch/endpoint-compiler.js';
import { ErrorAnswers } from './dispatch/error-answers.js';
import { ReplyWriter } from './dispatch/reply-writer.js';
import { SubResources } from './dispatch/sub-resources.js';
import type { DryRun } from './dry-run.js';
import { defaultMappers } from './exceptions/default-mappers.js';
import { ExceptionMappers } from './exceptions/exception-mappers.js';
import { RequestContext } from './filters/request-context.js';
import { idleFilters } from './filters/unguarded-methods.js';
import { metricProblems } from './idle-metrics.js';
import type { RegisteredComponents, ResourceServices } from './registered-components.js';
import { ResourceModelError } from './resource-model-error.js';
import type { ResourceSettings } from './resource-settings.js';
import { RouteTree } from './routing/route-tree.js';

const log = getLogger('keelson.resources');

/**
 * Makes the handler of all that was registered: models, then one report of what is wrong, then compiled endpoints behind one router. With a dry
 * run, the handler calls no method and logs nothing.
 */
export function compileResources(
  components: RegisteredComponents,
  services: ResourceServices,
  settings: ResourceSettings,
  dryRun?: DryRun,
): ResourceHandler {
  const writer = new ReplyWriter(new BodyWriters(components.writers, services.mapper, settings.eventHeartbeat));
  const compiler = new EndpointCompiler({ components, services, settings, writer, standIn: dryRun });
  const subResources = new SubResources(compiler);
  const problems = [...components.problems, ...(settings.access?.problems ?? [])];

  const registered = modelsOf(components.resources, problems);
  const models = registered.map(({ model }) => model);
  problems.push(...routeConflicts(models));
  const methods = registered.flatMap(({ model, instance }) => compiler.methodsOf(model, instance, problems));
  for (const model of models) subResources.compileKnown(model, problems);
  problems.push(...metricProblems([...models, ...subResources.known]));
  if (problems.length > 0) throw new ResourceModelError([...new Set(problems)]);

  if (dryRun === undefined) {
    logComponents(components);
    log.info('%s', endpointListing(readContract(components, settings.contextPath ?? '')));
    const all = [...models, ...subResources.known];
    compiler.warnOfProperties(all);
    for (const doubt of new Set([...idleFilters(all, components.filters), ...forgottenInArguments(all)])) log.warn('%s', doubt);
  }
  const dispatcher = new Dispatcher({
    routes: new RouteTree<RouteTarget>(compiler.routesOf(methods)),
    routesBelow: (type, variables) => subResources.routesOf(type, variables),
    writer,
    errors: new ErrorAnswers(mappersOf(components, settings, dryRun), writer),
    filters: compiler.filtersOfAll,
  });
  return Object.assign(dispatcher.handle, { fail: dispatcher.fail });
}

function forgottenInArguments(resources: readonly ResourceModel[]): readonly string[] {
  const callables = resources.flatMap(({ endpoints, locators }) => [...endpoints, ...locators]);
  return callables.flatMap(({ name, arguments: args }) =>
    args.flatMap(({ kind, parameter }) => {
      if (kind !== 'body' && kind !== 'bean') return [];
      const { type, annotations, index } = parameter;
      const place = { type, annotations, place: `${name}, parameter ${index + 1}` };
      return forgottenAnnotations(place, kind === 'body' ? 'from JSON' : 'from parameters');
    }),
  );
}

/** Answers for all resources. Exceptions never leave it. */
export interface ResourceHandler extends Handler {
  /** Answers a value that was thrown elsewhere on the port: the same mappers, writers and response filters. */
  readonly fail: ErrorHandler;
}

/** What the resources answer, read and not compiled. What is wrong with them is reported when they are compiled. */
export function readContract({ resources }: RegisteredComponents, contextPath: string): Contract {
  const models = modelsOf(resources, []).map(({ model }) => model);
  return contractOf(models, contextPath, (type, variables) =>
    readResource(type, { at: 'sub-resource', variables, requestClass: RequestContext, problems: [] }),
  );
}

interface RegisteredModel {
  readonly model: ResourceModel;
  readonly instance: object;
}

function modelsOf(resources: readonly object[], problems: string[]): readonly RegisteredModel[] {
  return resources.map((instance) => ({
    instance,
    model: readResource(instance.constructor as Class, { at: 'root', variables: [], requestClass: RequestContext, problems }),
  }));
}

function mappersOf(
  { mappers }: RegisteredComponents,
  { detailedJsonErrors = true }: ResourceSettings,
  dryRun: DryRun | undefined,
): ExceptionMappers {
  const all = new ExceptionMappers();
  for (const mapper of [...defaultMappers({ detailedJsonErrors }), ...mappers]) all.add(mapper);
  if (dryRun !== undefined) all.add(dryRun.mapper);
  return all;
}

function logComponents({ resources, filters, features, mappers, converters, readers, writers }: RegisteredComponents): void {
  const names = (components: readonly object[]): string => components.map((one) => one.constructor.name).join(', ');
  log.debug('resources = [%s]', names(resources));
  log.debug(
    'providers = [%s]',
    names([...filters.map(({ filter }) => filter), ...features, ...mappers, ...converters, ...readers, ...writers]),
  );
}

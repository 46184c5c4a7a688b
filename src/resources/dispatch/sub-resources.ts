import type { ResourceModel } from '../../contract/endpoint-model.js';
import { readResource } from '../../contract/resource-reader.js';
import { routeConflicts } from '../../contract/route-conflicts.js';
import type { Class } from '../../reflection/type-ref.js';
import { RequestContext } from '../filters/request-context.js';
import { ResourceModelError } from '../resource-model-error.js';
import { RouteTree } from '../routing/route-tree.js';
import type { Router } from '../routing/router.js';
import type { RouteTarget } from './dispatcher.js';
import type { EndpointCompiler } from './endpoint-compiler.js';

/** The classes behind locators: those that declarations name are compiled at start-up, others when a request first meets them. */
export class SubResources {
  /** By the variables of the path before them. Locators may make classes at run time, and those must not be kept for ever. */
  private readonly routers = new Map<string, WeakMap<Class, Router<RouteTarget>>>();

  /** Those that declarations name. */
  readonly known: ResourceModel[] = [];

  constructor(private readonly compiler: EndpointCompiler) {}

  modelOf(type: Class, variables: readonly string[]): ResourceModel {
    return readResource(type, { at: 'sub-resource', variables, requestClass: RequestContext, problems: [] });
  }

  /** A sub-resource that leads back to one before it may have more variables with each turn; those depths are met by requests only. */
  compileKnown(model: ResourceModel, problems: string[], before: readonly Class[] = []): void {
    for (const { subResource, variables } of model.locators) {
      if (subResource === undefined || before.includes(subResource) || this.routersBelow(variables).has(subResource)) continue;
      const sub = readResource(subResource, { at: 'sub-resource', variables, requestClass: RequestContext, problems });
      this.known.push(sub);
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
      router = this.routerFor(readResource(type, { at: 'sub-resource', variables, requestClass: RequestContext, problems }), problems);
      if (problems.length > 0) throw new ResourceModelError(problems);
      known.set(type, router);
    }
    return router;
  }

  private routerFor(model: ResourceModel, problems: string[]): Router<RouteTarget> {
    return new RouteTree<RouteTarget>(this.compiler.grouped(this.compiler.routesOf(model, undefined, problems)));
  }

  private routersBelow(variables: readonly string[]): WeakMap<Class, Router<RouteTarget>> {
    const key = variables.join('/');
    let routers = this.routers.get(key);
    if (routers === undefined) this.routers.set(key, (routers = new WeakMap<Class, Router<RouteTarget>>()));
    return routers;
  }
}

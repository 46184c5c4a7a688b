import type { ResourceModel } from '../../contract/endpoint-model.js';
import { readResource } from '../../contract/resource-reader.js';
import { routeConflicts } from '../../contract/route-conflicts.js';
import type { Class } from '../../reflection/type-ref.js';
import { RequestContext } from '../filters/request-context.js';
import { ResourceModelError } from '../resource-model-error.js';
import { RouteTree } from '../routing/route-tree.js';
import type { RouteTarget } from './dispatcher.js';
import type { EndpointCompiler } from './endpoint-compiler.js';

/** The classes behind locators: those that declarations name are compiled at start-up, others when a request first meets them. */
export class SubResources {
  /** By the variables of the path before them. Locators may make classes at run time, and those must not be kept for ever. */
  private readonly trees = new Map<string, WeakMap<Class, RouteTree<RouteTarget>>>();

  /** Those that declarations name. */
  readonly known: ResourceModel[] = [];

  constructor(private readonly compiler: EndpointCompiler) {}

  /** A sub-resource that leads back to one before it may have more variables with each turn; those depths are met by requests only. */
  compileKnown(model: ResourceModel, problems: string[], before: readonly Class[] = []): void {
    for (const { subResource, variables } of model.locators) {
      if (subResource === undefined || before.includes(subResource) || this.treesBelow(variables).has(subResource)) continue;
      const sub = readResource(subResource, { at: 'sub-resource', variables, requestClass: RequestContext, problems });
      this.known.push(sub);
      problems.push(...routeConflicts([sub]));
      this.treesBelow(variables).set(subResource, this.treeFor(sub, problems));
      this.compileKnown(sub, problems, [...before, subResource]);
    }
  }

  routesOf(type: Class, variables: readonly string[]): RouteTree<RouteTarget> {
    const known = this.treesBelow(variables);
    let tree = known.get(type);
    if (tree === undefined) {
      const problems: string[] = [];
      tree = this.treeFor(readResource(type, { at: 'sub-resource', variables, requestClass: RequestContext, problems }), problems);
      if (problems.length > 0) throw new ResourceModelError(problems);
      known.set(type, tree);
    }
    return tree;
  }

  private treeFor(model: ResourceModel, problems: string[]): RouteTree<RouteTarget> {
    return new RouteTree<RouteTarget>(this.compiler.routesOf(this.compiler.methodsOf(model, undefined, problems)));
  }

  private treesBelow(variables: readonly string[]): WeakMap<Class, RouteTree<RouteTarget>> {
    const key = variables.join('/');
    let trees = this.trees.get(key);
    if (trees === undefined) this.trees.set(key, (trees = new WeakMap<Class, RouteTree<RouteTarget>>()));
    return trees;
  }
}

import type { Configuration } from '../application/configuration.js';
import { buildPorts } from '../application/ports.js';
import { resourcePrefix } from '../application/server-sections.js';
import { explainRoutes } from '../contract/route-explanation.js';
import type { ConsideredRoute } from '../contract/route-explanation.js';
import type { Handler } from '../http/handler.js';
import type { HeaderMap } from '../http/header-map.js';
import type { DryRun } from '../resources/dry-run.js';
import { InMemoryEngine } from '../server/engines/in-memory-engine.js';
import type { DescribedApplication } from './described-application.js';
import type { Explanation } from './explanation.js';

/** The request that is asked about. */
export interface AskedRequest {
  readonly method: string;
  /** Path and query, encoded. */
  readonly target: string;
  readonly headers: HeaderMap;
  readonly body: string | undefined;
}

/** Sends requests through everything that a service has, from the handlers of the server to the constraints, except resource methods and filters. */
export class Explainer {
  private readonly handler: Handler;
  private readonly dryRun: DryRun;

  constructor(private readonly application: DescribedApplication<Configuration>) {
    const { environment, configuration } = application;
    const { name, lifecycle, resources } = environment;
    let dryRun: DryRun | undefined;
    const ports = buildPorts(environment, configuration, (settings) => {
      const compiled = resources.compileDry(settings);
      ({ dryRun } = compiled);
      return compiled.handler;
    });
    this.dryRun = dryRun!;
    this.handler = configuration.server.handlerOf({
      name,
      ...ports,
      lifecycle,
      methods: resources.declaredMethods(),
    });
  }

  async explain({ method, target, headers, body }: AskedRequest): Promise<Explanation> {
    const path = target.split('?', 1)[0]!;
    const asked = { method, target, headers: [...headers.entries()], owner: this.ownerOf(path) };
    // A mounted handler is not ours to try out with a request that may change something.
    if (asked.owner !== undefined && !safeMethods.has(method))
      return { ...asked, routes: [], trace: undefined, filters: undefined, answer: undefined };
    const { exchange, answer } = new InMemoryEngine().converse(this.handler, {
      method,
      path: target,
      headers: Object.fromEntries([...headers.entries()].map(([name]) => [name.toLowerCase(), headers.getAll(name)])),
      ...(body === undefined ? {} : { body }),
    });
    const { status, headers: answered, text } = await answer;
    const trace = this.dryRun.traceOf(exchange);
    return {
      ...asked,
      routes: this.routes(method, path, headers),
      trace,
      filters: trace?.endpoint === undefined ? undefined : this.dryRun.filtersOf(trace.endpoint),
      answer: { status, allow: answered.get('allow'), text },
    };
  }

  private routes(method: string, path: string, headers: HeaderMap): readonly ConsideredRoute[] {
    const { environment, configuration } = this.application;
    const prefix = resourcePrefix(configuration.server);
    if (path !== prefix && !path.startsWith(`${prefix}/`)) return [];
    return explainRoutes(environment.resources.contract(prefix), {
      method,
      path: path.slice(prefix.length) || '/',
      contentType: headers.get('content-type'),
      accept: headers.get('accept'),
    });
  }

  /** What is mounted there; undefined where the resources answer. */
  private ownerOf(path: string): string | undefined {
    const { environment, configuration } = this.application;
    const owns = (prefix: string): boolean => prefix === '' || path === prefix || path.startsWith(`${prefix}/`);
    const prefixOf = (mounted: string): string => (mounted === '/' ? '' : mounted);
    const [nearest] = environment.application.mounts
      .filter((mount) => owns(prefixOf(mount.path)))
      .toSorted((a, b) => b.path.length - a.path.length);
    if (nearest === undefined) return undefined;
    const resources = resourcePrefix(configuration.server);
    return owns(resources) && resources.length > prefixOf(nearest.path).length ? undefined : nearest.title;
  }
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

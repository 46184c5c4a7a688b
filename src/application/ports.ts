import type { Mount } from '../http/mount-table.js';
import { MountConflictError, pathConflicts } from '../http/path-claims.js';
import type { PathClaim } from '../http/path-claims.js';
import { guarded } from '../http/pipeline.js';
import type { NamedWrap } from '../http/pipeline.js';
import { portHandler } from '../http/port-handler.js';
import type { PortParts } from '../http/port-handler.js';
import type { MountAccess, RegisteredMount } from '../http/port-registry.js';
import { getLogger } from '../logging/get-logger.js';
import type { ResourceHandler } from '../resources/resource-compiler.js';
import { ResourceModelError } from '../resources/resource-model-error.js';
import type { ResourceSettings } from '../resources/resource-settings.js';
import type { CompiledAccess } from '../security/auth-registry.js';
import type { ServerFactory } from '../server/server-factory.js';
import { serverSpans } from '../telemetry/server-spans.js';
import { ApiEndpoints } from './api-endpoints.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { resourcePrefix, resourceSettings } from './server-sections.js';

const log = getLogger('keelson.application.Service');

/** What both ports serve. */
export interface Ports {
  readonly application: PortParts;
  readonly admin: PortParts;
}

/** Compiles the resources: to serve them, or for a dry run. */
export type CompileResources = (settings: ResourceSettings) => ResourceHandler;

/** Makes the ports of everything that was registered. Whatever cannot be served is refused in one report; from then on nothing can be registered. */
export function buildPorts(
  environment: Environment,
  configuration: Configuration,
  compile: CompileResources = (settings) => environment.resources.compile(settings),
): Ports {
  const { admin, application } = environment;
  const api = new ApiEndpoints(environment, configuration);
  const conflicts = [...applicationConflicts(environment, configuration.server), ...admin.conflicts(configuration.admin)];
  const contract = environment.resources.contract(resourcePrefix(configuration.server));
  const adminAccess = adminAccessOf(configuration);
  const access = environment.auth.compile(configuration.auth, contract, [...application.mounts, ...adminAccess]);
  const resources = compileWith(conflicts, access, compile, configuration.server);
  api.publish();
  warnOfUnreachable(environment, configuration.server);
  application.close();
  admin.close();
  const ports = {
    application: {
      handler: applicationHandler(guardedMounts(environment, access), resources, resourcePrefix(configuration.server)),
      wraps: tracedWraps(application.wraps),
      fail: resources.fail,
      nodeMounts: application.nodeMounts,
    },
    admin: guardedAdmin(admin.port(configuration.admin), access, adminAccess[0]),
  };
  logWraps('application', ports.application);
  logWraps('admin', ports.admin);
  return ports;
}

/** Spans stand outermost, so that they see what all others do. */
function tracedWraps(wraps: readonly NamedWrap[]): readonly NamedWrap[] {
  const wrap = serverSpans();
  return wrap === undefined ? wraps : [{ name: 'telemetry', wrap }, ...wraps];
}

/** Two things that want the same path, whatever they are: resources, assets, mounted handlers, the admin side of a shared connector. */
function applicationConflicts({ application, resources }: Environment, server: ServerFactory): readonly string[] {
  const prefix = resourcePrefix(server);
  const endpoints = resources
    .contract(prefix)
    .endpoints.map(({ endpoint, path }): PathClaim => ({ path, owner: endpoint.name, kind: 'endpoint' }));
  return pathConflicts([...server.claims, ...application.claims, ...endpoints], prefix);
}

function compileWith(
  conflicts: readonly string[],
  access: CompiledAccess,
  compile: CompileResources,
  server: ServerFactory,
): ResourceHandler {
  try {
    const compiled = compile({ ...resourceSettings(server), access });
    if (conflicts.length > 0) throw new MountConflictError(conflicts);
    return compiled;
  } catch (thrown) {
    throw thrown instanceof ResourceModelError ? new ResourceModelError([...thrown.problems, ...conflicts]) : thrown;
  }
}

/** Names the endpoints that a configured list of methods makes unreachable. */
function warnOfUnreachable({ resources }: Environment, server: ServerFactory): void {
  const { allowedMethods } = server;
  if (allowedMethods === undefined) return;
  const unreachable = resources
    .contract(resourcePrefix(server))
    .endpoints.filter(({ endpoint }) => !allowedMethods.includes(endpoint.httpMethod))
    .map(({ endpoint, path }) => `${endpoint.httpMethod} ${path} (${endpoint.name})`);
  if (unreachable.length > 0)
    log.warn('server.allowedMethods has only %s, so these are answered with 405: %s', allowedMethods.join(', '), unreachable.join(', '));
}

/** A service without resources can give their place to a handler: one mounted at "/" then has everything. */
function applicationHandler(mounts: readonly Mount[], resources: ResourceHandler, prefix: string): PortParts['handler'] {
  const isTaken = mounts.some(({ path }) => path === (prefix || '/'));
  return portHandler(mounts, resources.fail, isTaken ? undefined : { path: prefix, handler: resources });
}

/** What `admin.auth` asks for, in the form of a mount; nothing where it is off. */
function adminAccessOf({ admin: { auth } }: Configuration): readonly RegisteredMount[] {
  if (!auth.enabled) return [];
  const [first, ...others] = auth.roles;
  const access: MountAccess = first === undefined ? 'authenticated' : { roles: [first, ...others] };
  return [{ path: '/', title: 'the admin port (admin.auth)', access, handler: () => undefined }];
}

function guardedAdmin(port: PortParts, access: CompiledAccess, asked: RegisteredMount | undefined): PortParts {
  if (asked?.access === undefined) return port;
  return { ...port, handler: guarded(access.guardedAdmin(port.handler, asked.access), port.fail) };
}

function guardedMounts({ application }: Environment, access: CompiledAccess): readonly Mount[] {
  return application.mounts.map((mount) => ({ path: mount.path, handler: access.guardedMount(mount) }));
}

function logWraps(port: string, { wraps }: PortParts): void {
  const named = wraps.map(({ name }) => name).filter((name) => name !== 'browser-guard');
  if (named.length > 0) log.info('Around everything on the %s port, from the outside: %s', port, named.join(', '));
}

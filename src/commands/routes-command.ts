import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import { resourcePrefix } from '../application/server-sections.js';
import { describeAccess } from '../contract/access.js';
import { isStreamed } from '../contract/body-types.js';
import type { Contract } from '../contract/contract.js';
import type { EndpointModel } from '../contract/endpoint-model.js';
import { sourceOf } from '../contract/source-place.js';
import { decisionsOf, describeDecisions } from '../security/access-matrix.js';
import type { AuthDefault } from '../security/auth-factory.js';
import { describeApplication } from './described-application.js';
import { inColumns } from './text-columns.js';

/** `routes`: lists every endpoint of the application, a line each. */
export class RoutesCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('routes', 'Lists the endpoints: method, path, media types, limits, handler and its source');
  }

  override configure(syntax: CommandSyntax): void {
    syntax.option('--json', 'Prints a JSON list, for programs');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    await describeApplication(bootstrap, args.text('file'), ({ environment, configuration }) => {
      const routes = listedRoutes(environment.resources.contract(resourcePrefix(configuration.server)), configuration);
      bootstrap.output.print(
        args.flag('json')
          ? JSON.stringify(routes, undefined, 2)
          : inColumns(routes.map(columnsOf(routes.some(({ access }) => access !== null) ? 'with access' : 'without access'))),
      );
    });
  }
}

/** One endpoint, as `routes --json` prints it. */
interface ListedRoute {
  readonly method: string;
  readonly path: string;
  /** Null where the endpoint reads no body. */
  readonly consumes: readonly string[] | null;
  readonly produces: readonly string[];
  /** Who may call it: "role reader"; null where nothing is decided. */
  readonly access: string | null;
  readonly limits: {
    /** In bytes; null where there is no body, or no limit to it. */
    readonly maxBodySize: number | null;
    /** In milliseconds. */
    readonly timeout: number | null;
  };
  readonly handler: string;
  readonly file: string | null;
  readonly line: number | null;
}

function listedRoutes({ endpoints, openPaths }: Contract, configuration: Configuration): readonly ListedRoute[] {
  return [
    ...endpoints.map((published): ListedRoute => {
      const { path, endpoint } = published;
      const { httpMethod: method, consumes, produces, name: handler, limits, declaration } = endpoint;
      return {
        method,
        path,
        consumes: consumes?.map(String) ?? null,
        produces: produces.map(String),
        access: describeDecisions(decisionsOf(published, configuration.auth.default as AuthDefault)) ?? null,
        limits: { maxBodySize: maxBodySize(endpoint, configuration), timeout: limits.timeout?.toMilliseconds() ?? null },
        handler,
        ...sourceOf(declaration),
      };
    }),
    ...openPaths.map(({ path, locator }): ListedRoute => {
      const limits = { maxBodySize: null, timeout: null };
      const access = locator.access === undefined ? null : describeAccess(locator.access);
      return {
        method: 'UNKNOWN',
        path,
        consumes: null,
        produces: [],
        access,
        limits,
        handler: locator.name,
        ...sourceOf(locator.declaration),
      };
    }),
  ];
}

function maxBodySize({ arguments: args, consumes, limits }: EndpointModel, { server }: Configuration): number | null {
  if (consumes === undefined) return null;
  if (limits.maxBodySize !== undefined) return limits.maxBodySize.toBytes();
  return args.some((argument) => argument.kind === 'body' && isStreamed(argument.type)) ? null : server.maxRequestBodySize.toBytes();
}

/** Services that decide nothing have no column for it. */
function columnsOf(form: 'with access' | 'without access'): (route: ListedRoute) => readonly string[] {
  return ({ method, path, consumes, produces, access, limits, handler, file, line }) => {
    const types = `${consumes?.join(', ') ?? '-'} → ${produces.join(', ') || '?'}`;
    const limited = [
      ...(limits.maxBodySize === null ? [] : [`body ≤ ${sizeText(limits.maxBodySize)}`]),
      ...(limits.timeout === null
        ? []
        : [`timeout ${limits.timeout % 1000 === 0 ? `${limits.timeout / 1000} s` : `${limits.timeout} ms`}`]),
    ];
    return [
      method,
      path,
      ...(form === 'with access' ? [access ?? 'undecided'] : []),
      types,
      limited.join(', ') || '-',
      handler,
      file === null ? '?' : `${file}:${line}`,
    ];
  };
}

function sizeText(bytes: number): string {
  if (bytes > 0 && bytes % 1024 ** 2 === 0) return `${bytes / 1024 ** 2} MiB`;
  return bytes > 0 && bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

import { NameTakenError, RegisteredTooLateError } from '../values/registration-errors.js';
import { needsNodeServer } from './handler.js';
import type { Handler, Wrap } from './handler.js';
import { normalizedPrefix } from './path-claims.js';
import type { PathClaim } from './path-claims.js';
import type { NamedWrap } from './pipeline.js';

/** How a mounted handler is called. */
export interface MountOptions {
  /** Names it in messages, and in the admin port's menu; its path unless given. */
  readonly title?: string;
  /** Who may call it; needed as soon as the service has an authenticator. */
  readonly access?: MountAccess;
}

/** Who may call a mounted handler: everybody, every known caller, or callers with one of the roles. */
export type MountAccess = 'public' | 'authenticated' | { readonly roles: readonly [string, ...string[]] };

/** A mounted handler as it was registered. */
export interface RegisteredMount {
  readonly title: string;
  /** Undefined where nothing was decided. */
  readonly access: MountAccess | undefined;
  /** "/legacy", or "/" for the root. */
  readonly path: string;
  readonly handler: Handler;
}

/**
 * Collects what a port has beside its built-in parts: wraps around everything, and handlers with paths of their own.
 *
 * @example
 * environment.application.wrap('tenant', (next) => (exchange) => {
 *   exchange.setAttribute(tenant, exchange.headers.get('x-tenant'));
 *   return next(exchange);
 * });
 * environment.application.mount('/legacy', nodeHandler(express));
 */
export class PortRegistry {
  private readonly registeredWraps: NamedWrap[] = [];
  private readonly registeredMounts: RegisteredMount[] = [];
  private isClosed = false;

  /** `name` is that of the port in messages: `environment.application`. */
  constructor(private readonly name: string) {}

  /**
   * Puts something around everything on the port: resources, assets, mounts and error replies alike. The first wrap registered is the outermost; all of
   * them stand inside request ID, request log and metrics.
   */
  wrap(name: string, wrap: Wrap): this {
    if (this.isClosed) throw new RegisteredTooLateError('wrap', name);
    if (typeof wrap !== 'function')
      throw new TypeError(`${this.name}.wrap takes a name and a function, as in wrap('tenant', (next) => handler)`);
    if (this.registeredWraps.some((other) => other.name === name)) throw new NameTakenError('wrap', name, 'give one of them another name');
    this.registeredWraps.push({ name, wrap });
    return this;
  }

  /**
   * Leaves a path and everything below it to a handler. The handler sees paths as if it were at the root; what stands before them is in
   * `exchange.contextPath`.
   */
  mount(path: string, handler: Handler, options: MountOptions = {}): this {
    if (this.isClosed) throw new RegisteredTooLateError('mount', path);
    if (typeof handler !== 'function')
      throw new TypeError(`${this.name}.mount takes a path and a handler, as in mount('/legacy', handler)`);
    const prefix = normalizedPrefix(path);
    this.registeredMounts.push({ path: prefix || '/', handler, title: options.title ?? (prefix || '/'), access: options.access });
    return this;
  }

  get wraps(): readonly NamedWrap[] {
    return this.registeredWraps;
  }

  get mounts(): readonly RegisteredMount[] {
    return this.registeredMounts;
  }

  /** The paths of handlers that only work where node's own server reads the requests. */
  get nodeMounts(): readonly string[] {
    return this.mounts.filter(({ handler }) => needsNodeServer(handler)).map(({ path }) => path);
  }

  /** What the mounts claim, for the report of conflicts. */
  get claims(): readonly PathClaim[] {
    return this.mounts.map(({ path, title }) => ({
      path,
      owner: title === path ? `the handler mounted at ${path}` : title,
      kind: 'mount',
    }));
  }

  /** From here on nothing can be added: the port is built. */
  close(): void {
    this.isClosed = true;
  }
}

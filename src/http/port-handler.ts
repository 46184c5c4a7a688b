import type { Handler } from './handler.js';
import { mountTable } from './mount-table.js';
import type { Mount } from './mount-table.js';
import { hasWellFormedTarget } from './percent-escapes.js';
import { guarded } from './pipeline.js';
import type { ErrorHandler, NamedWrap } from './pipeline.js';
import { BadRequestException, NotFoundException } from './web-application-exception.js';
import { withoutStack } from './without-stack.js';

/** What a port serves: a handler for all its paths, what was put around it, and how it answers thrown values. */
export interface PortParts {
  readonly handler: Handler;
  /** The first is the outermost. */
  readonly wraps: readonly NamedWrap[];
  readonly fail: ErrorHandler;
  /** Paths below which handlers need node's own server. */
  readonly nodeMounts?: readonly string[];
}

/**
 * The handler of a port's mounts. `main` handles exceptions itself (the resources do); what any other handler throws is answered by `fail`, as are
 * paths that no mount owns.
 */
export function portHandler(mounts: readonly Mount[], fail: ErrorHandler, main?: Mount): Handler {
  const table = mounts.map(({ path, handler }) => ({ path, handler: mounted(path, handler, fail) }));
  return mountTable(main === undefined ? table : [...table, main], (exchange) =>
    fail(exchange, hasWellFormedTarget(exchange) ? notFound : malformedTarget),
  );
}

function mounted(path: string, handler: Handler, fail: ErrorHandler): Handler {
  const route = path === '/' ? '/*' : `${path}/*`;
  return guarded((exchange) => {
    if (!hasWellFormedTarget(exchange)) throw malformedTarget;
    exchange.route = route;
    return handler(exchange);
  }, fail);
}

// Nothing in these depends on the request, and requests for paths that do not exist come in numbers.
const notFound = withoutStack(() => new NotFoundException());
const malformedTarget = withoutStack(() => new BadRequestException());

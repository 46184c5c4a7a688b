import type { Exchange } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import { hostUrl } from '../../http/host-field.js';
import { BadRequestException } from '../../http/web-application-exception.js';

/** What Hono and other programs written for the fetch standard are. */
export type FetchRequestHandler = (request: Request) => Response | Promise<Response>;

/**
 * Mounts a fetch-style function on any engine, so that a Hono application can live inside. It sees paths below the context it is mounted in;
 * the request's signal is aborted when the client leaves.
 *
 * @example environment.application.mount('/edge', fetchHandler(hono.fetch))
 */
export function fetchHandler(handler: FetchRequestHandler): Handler {
  return async (exchange) => sendResponse(exchange, await handler(requestOf(exchange)));
}

function requestOf(exchange: Exchange): Request {
  const { method, headers, body, signal } = exchange;
  const carriesBody = body.announced && method !== 'GET' && method !== 'HEAD';
  return new Request(urlOf(exchange), {
    method,
    headers: [...headers.entries()] as [string, string][],
    signal,
    ...(carriesBody ? { body: ReadableStream.from(body.stream()), duplex: 'half' as const } : {}),
  });
}

// Put together as text and not resolved against the origin: a path that begins with "//" would then name another host.
function urlOf({ headers, path, rawQuery, secure }: Exchange): URL {
  const root = hostUrl(secure ? 'https' : 'http', headers.get('host') ?? 'localhost');
  const url = `${root?.origin}${path}${rawQuery === '' ? '' : `?${rawQuery}`}`;
  if (root === undefined || !URL.canParse(url)) throw new BadRequestException('The request does not form a URL');
  return new URL(url);
}

async function sendResponse({ reply }: Exchange, response: Response): Promise<void> {
  reply.status = response.status;
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.appendHeader(name, value);
    else reply.setHeader(name, value);
  }
  if (response.body === null) reply.end();
  // The stream of a Response gives Uint8Array; its type does not say so.
  else await reply.stream(response.body as AsyncIterable<Uint8Array>);
}

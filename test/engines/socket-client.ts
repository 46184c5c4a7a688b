import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';

import type { Listener } from '../../src/server/engines/engine.js';
import type { ContractClient, ContractRequest } from './engine-contract.js';

/** A client over real sockets, a new connection per request. */
export function socketClient(): ContractClient {
  const agent = new Agent({ keepAlive: false });
  const begin = (listener: Listener, { method = 'GET', path, headers = {}, body }: ContractRequest) => {
    const options = {
      host: '127.0.0.1',
      port: listener.port,
      method,
      path,
      headers: headers as Record<string, string[]>,
      rejectUnauthorized: false,
    };
    const request = listener.url.startsWith('https') ? httpsRequest({ ...options, agent: false }) : httpRequest({ ...options, agent });
    const response = new Promise<IncomingMessage>((resolve, reject) => request.once('response', resolve).once('error', reject));
    response.catch(() => undefined);
    if (body === undefined) request.end();
    else if (typeof body === 'string' || body instanceof Uint8Array) request.end(body);
    else {
      const source = Readable.from(body);
      source.on('error', () => undefined);
      request.on('close', () => source.destroy());
      source.pipe(request);
    }
    return { request, response };
  };
  return {
    async send(listener, wanted) {
      const { request, response } = begin(listener, wanted);
      let received: IncomingMessage;
      try {
        received = await response;
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === 'ECONNREFUSED') throw thrown;
        return { status: 0, header: () => undefined, text: '', complete: false };
      }
      request.on('error', () => undefined);
      const pieces: Buffer[] = [];
      let complete = true;
      try {
        for await (const piece of received as AsyncIterable<Buffer>) pieces.push(piece);
      } catch {
        complete = false;
      }
      return {
        status: received.statusCode!,
        header: (name) => received.headersDistinct[name.toLowerCase()]?.join(', '),
        text: Buffer.concat(pieces).toString(),
        complete: complete && received.complete,
      };
    },
    open(listener, wanted) {
      const { request, response } = begin(listener, wanted);
      request.on('error', () => undefined);
      const head = response.then((received) => ({ status: received.statusCode! }));
      head.catch(() => undefined);
      return {
        head,
        pieces: (async function* pieces() {
          yield* (await response) as AsyncIterable<Buffer>;
        })(),
        leave: () => request.destroy(),
      };
    },
    close: () => agent.destroy(),
  };
}

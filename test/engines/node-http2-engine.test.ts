import { connect } from 'node:http2';
import type { ClientHttp2Session } from 'node:http2';
import { Readable } from 'node:stream';

import type { Listener } from '../../src/server/engines/engine.js';
import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import type { ContractClient, ContractRequest } from './engine-contract.js';
import { engineContract } from './engine-contract.js';

engineContract(() => new NodeHttp2Engine(), http2Client);

function http2Client(): ContractClient {
  const sessions = new Set<ClientHttp2Session>();
  const begin = async (listener: Listener, { method = 'GET', path, headers = {}, body }: ContractRequest) => {
    const session = connect(`http://127.0.0.1:${listener.port}`);
    sessions.add(session);
    await new Promise<void>((resolve, reject) => session.once('connect', () => resolve()).once('error', reject));
    session.on('error', () => undefined);
    const stream = session.request(
      { ':method': method, ':path': path, ...(headers as Record<string, string[]>) },
      { endStream: body === undefined },
    );
    stream.on('close', () => session.close());
    const head = new Promise<Record<string, unknown>>((resolve, reject) => {
      stream.once('response', resolve);
      stream.once('close', () => reject(new Error('closed without a response')));
      stream.on('error', reject);
    });
    head.catch(() => undefined);
    if (typeof body === 'string' || body instanceof Uint8Array) stream.end(body);
    else if (body !== undefined) {
      const source = Readable.from(body);
      source.on('error', () => undefined);
      stream.on('close', () => source.destroy());
      source.pipe(stream);
    }
    return { stream, head };
  };
  return {
    async send(listener, request) {
      const { stream, head } = await begin(listener, request);
      const pieces: Buffer[] = [];
      let complete = true;
      let headers: Record<string, unknown> = {};
      try {
        headers = await head;
        for await (const piece of stream as AsyncIterable<Buffer>) pieces.push(piece);
      } catch {
        complete = false;
      }
      return {
        status: Number(headers[':status'] ?? 0),
        header: (name) => headers[name.toLowerCase()] as string | undefined,
        text: Buffer.concat(pieces).toString(),
        complete: complete && stream.rstCode === 0,
      };
    },
    open(listener, request) {
      const begun = begin(listener, request);
      const head = begun.then(async ({ head }) => ({ status: Number((await head)[':status']) }));
      head.catch(() => undefined);
      return {
        head,
        pieces: (async function* pieces() {
          yield* (await begun).stream as AsyncIterable<Buffer>;
        })(),
        // Closing only the stream would end the body properly before.
        leave: () => void begun.then(({ stream }) => stream.session?.destroy()),
      };
    },
    close: () => {
      for (const session of sessions) session.destroy();
    },
  };
}

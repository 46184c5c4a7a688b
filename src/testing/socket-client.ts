import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';

import { HeaderMap } from '../http/header-map.js';
import type { AnswerStream } from './streamed-answer.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';

/** Sends requests over real sockets, without following redirects or decoding anything. Keeps connections open until it is closed. */
export class SocketClient extends TestClient {
  private readonly agent: Agent;
  private readonly send: typeof httpRequest;
  private readonly target: RequestOptions;

  /** `baseUrl` is where paths begin: `http://127.0.0.1:8080`, `https://127.0.0.1:8443/application`, `unix:/run/app.sock`. */
  constructor(readonly baseUrl: string) {
    super();
    const secure = baseUrl.startsWith('https:');
    this.send = secure ? httpsRequest : httpRequest;
    this.agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    // The certificates of services under test are self-signed.
    this.target = { ...targetOf(baseUrl), agent: this.agent, ...(secure ? { rejectUnauthorized: false } : {}) };
  }

  /** Closes idle connections, so that a server about to stop need not wait for them. */
  rest(): void {
    for (const sockets of Object.values(this.agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  /** Closes all connections. */
  close(): void {
    this.agent.destroy();
  }

  override async begin({ method = 'GET', path, headers = {}, body }: TestRequest, signal: AbortSignal): Promise<AnswerStream> {
    const options = { ...this.target, method, path: `${this.target.path}${path}`, headers: headers as OutgoingHttpHeaders, signal };
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = this.send(options, resolve).on('error', reject);
      if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) request.end(body);
      else void pour(body, request).catch((thrown: unknown) => request.destroy(thrown as Error));
    });
    let complete = false;
    const pieces = async function* (): AsyncGenerator<Uint8Array> {
      try {
        yield* response as AsyncIterable<Uint8Array>;
        complete = true;
      } catch {
        // What has arrived is an answer too; `isComplete` reports that it broke off.
      }
    };
    return { status: response.statusCode!, headers: headersOf(response.rawHeaders), pieces: pieces(), isComplete: () => complete };
  }
}

function targetOf(baseUrl: string): RequestOptions & { readonly path: string } {
  if (baseUrl.startsWith('unix:')) return { socketPath: baseUrl.slice('unix:'.length), path: '' };
  const { hostname, port, pathname } = new URL(baseUrl);
  return { host: hostname.replace(/^\[(.*)\]$/, '$1'), port, path: pathname === '/' ? '' : pathname };
}

async function pour(pieces: AsyncIterable<Uint8Array>, request: ReturnType<typeof httpRequest>): Promise<void> {
  for await (const piece of pieces) request.write(piece);
  request.end();
}

function headersOf(raw: readonly string[]): HeaderMap {
  const headers = new HeaderMap();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!);
  return headers;
}

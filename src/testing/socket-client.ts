import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, RequestOptions } from 'node:http';
import { Agent as SecureAgent, request as httpsRequest } from 'node:https';

import { HeaderMap } from '../http/header-map.js';
import type { AnswerParts } from './answer.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';

/** Asks over real sockets, without following redirects or decoding anything. Keeps connections open until it is closed. */
export class SocketClient extends TestClient {
  private readonly agent: Agent;
  private readonly open: typeof httpRequest;
  private readonly target: RequestOptions;

  /** `baseUrl` is where paths begin: `http://127.0.0.1:8080`, `https://127.0.0.1:8443/application`, `unix:/run/app.sock`. */
  constructor(readonly baseUrl: string) {
    super();
    const secure = baseUrl.startsWith('https:');
    this.open = secure ? httpsRequest : httpRequest;
    this.agent = secure ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true });
    // The certificates of a service under test are made up; who answers on our own machine is known.
    this.target = { ...targetOf(baseUrl), agent: this.agent, ...(secure ? { rejectUnauthorized: false } : {}) };
  }

  /** Closes the connections that wait for a next request: a server about to stop need not wait for them. */
  rest(): void {
    for (const sockets of Object.values(this.agent.freeSockets)) for (const socket of sockets ?? []) socket.destroy();
  }

  /** Closes all connections. */
  close(): void {
    this.agent.destroy();
  }

  override async exchange({ method = 'GET', path, headers = {}, body }: TestRequest): Promise<Omit<AnswerParts, 'request'>> {
    const options = { ...this.target, method, path: `${this.target.path}${path}`, headers: headers as OutgoingHttpHeaders };
    const pieces: Uint8Array[] = [];
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = this.open(options, resolve).on('error', reject);
      if (body === undefined || typeof body === 'string' || body instanceof Uint8Array) request.end(body);
      else void pour(body, request).catch((thrown: unknown) => request.destroy(thrown as Error));
    });
    let complete = true;
    try {
      for await (const piece of response) pieces.push(piece as Uint8Array);
    } catch {
      // What had arrived is an answer too; that it broke off is told by `complete`.
      complete = false;
    }
    return { status: response.statusCode!, headers: headersOf(response.rawHeaders), body: Buffer.concat(pieces), complete };
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

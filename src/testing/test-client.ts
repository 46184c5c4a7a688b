import { Duration } from '../values/duration.js';
import { Answer } from './answer.js';
import { EventReader } from './event-reader.js';
import { StreamedAnswer } from './streamed-answer.js';
import type { AnswerStream } from './streamed-answer.js';
import { TestAnswerError, TestUsageError } from './test-errors.js';

/** Headers as tests write them. */
export type TestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A request as it is sent: nothing is added to it. */
export interface TestRequest {
  /** GET by default. */
  readonly method?: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers?: TestHeaders;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** How long to wait for the whole answer, or for the head of an answer that is read piece by piece; 30 seconds by default. */
  readonly limit?: Duration | string;
}

/**
 * Sends requests to a service under test. The short forms send a value as JSON, `URLSearchParams` as a form, `FormData` as a
 * multipart form, and bytes as they are.
 *
 * @example const { status, json } = await service.post('/people', { name: 'Ada' });
 */
export abstract class TestClient {
  /** Sends a request exactly as it is given, and waits for the whole answer. */
  async request<T = unknown>(request: TestRequest): Promise<Answer<T>> {
    const connection = new AbortController();
    return whole(request, connection, async () => {
      const stream = await this.begin(request, connection.signal);
      const pieces: Uint8Array[] = [];
      for await (const piece of stream.pieces) pieces.push(piece);
      const { status, headers } = stream;
      return new Answer<T>({ status, headers, body: Buffer.concat(pieces), complete: stream.isComplete(), request: lineOf(request) });
    });
  }

  /** Sends a request and reads the answer piece by piece: for streams that have no end, or that the test leaves early. */
  async open(request: TestRequest | string, headers: TestHeaders = {}): Promise<StreamedAnswer> {
    const sent = typeof request === 'string' ? { path: request, headers } : request;
    const connection = new AbortController();
    const stream = await whole(sent, connection, () => this.begin(sent, connection.signal));
    return new StreamedAnswer(lineOf(sent), stream, connection);
  }

  /** Opens a stream of server-sent events; the answer must be one. */
  async events(path: string, headers: TestHeaders = {}): Promise<EventReader> {
    const answer = await this.open(path, { Accept: 'text/event-stream', ...headers });
    const type = answer.header('Content-Type');
    if (answer.status === 200 && type?.startsWith('text/event-stream') === true) return new EventReader(answer);
    answer.close();
    throw new TestAnswerError(`The answer to GET ${path} is no event stream: it is ${answer.status} and ${type ?? 'has no Content-Type'}`);
  }

  get<T = unknown>(path: string, headers: TestHeaders = {}): Promise<Answer<T>> {
    return this.request({ path, headers });
  }

  head(path: string, headers: TestHeaders = {}): Promise<Answer> {
    return this.request({ method: 'HEAD', path, headers });
  }

  delete<T = unknown>(path: string, headers: TestHeaders = {}): Promise<Answer<T>> {
    return this.request({ method: 'DELETE', path, headers });
  }

  post<T = unknown>(path: string, content?: unknown, headers: TestHeaders = {}): Promise<Answer<T>> {
    return this.sendContent('POST', path, content, headers);
  }

  put<T = unknown>(path: string, content?: unknown, headers: TestHeaders = {}): Promise<Answer<T>> {
    return this.sendContent('PUT', path, content, headers);
  }

  patch<T = unknown>(path: string, content?: unknown, headers: TestHeaders = {}): Promise<Answer<T>> {
    return this.sendContent('PATCH', path, content, headers);
  }

  /** Sends a request and resolves when the head of the answer has arrived. Aborting the signal closes the connection. */
  abstract begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream>;

  private async sendContent<T>(method: string, path: string, content: unknown, headers: TestHeaders): Promise<Answer<T>> {
    if (content === undefined) return this.request({ method, path, headers });
    const { type, body } = content instanceof FormData ? await multipart(content) : encoded(content);
    const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    return this.request({ method, path, body, headers: named ? headers : { 'Content-Type': type, ...headers } });
  }
}

/** Does the work within the limit of the request; after that the connection is closed and the error says what to do. */
async function whole<R>(request: TestRequest, connection: AbortController, work: () => Promise<R>): Promise<R> {
  if (!request.path.startsWith('/')) throw new TestUsageError(`The path ${request.path} does not begin with "/"; write /${request.path}`);
  const limit = Duration.from(request.limit ?? '30 seconds');
  const late = new TestAnswerError(
    `The answer to ${lineOf(request)} has not ended after ${limit}; read an endless answer with open(), or give the request a longer limit`,
  );
  const timer = setTimeout(() => connection.abort(late), limit.toMilliseconds());
  try {
    const result = await work();
    connection.signal.throwIfAborted();
    return result;
  } catch (thrown) {
    throw connection.signal.aborted ? late : thrown;
  } finally {
    clearTimeout(timer);
  }
}

function lineOf({ method = 'GET', path }: TestRequest): string {
  return `${method} ${path}`;
}

// Node writes the form itself, as its fetch would send it.
async function multipart(form: FormData): Promise<{ readonly type: string; readonly body: Uint8Array }> {
  const response = new Response(form);
  return { type: response.headers.get('Content-Type')!, body: new Uint8Array(await response.arrayBuffer()) };
}

function encoded(content: unknown): { readonly type: string; readonly body: string | Uint8Array } {
  if (content instanceof Uint8Array) return { type: 'application/octet-stream', body: content };
  if (content instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', body: content.toString() };
  return { type: 'application/json', body: JSON.stringify(content) };
}

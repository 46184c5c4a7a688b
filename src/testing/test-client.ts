import { Answer } from './answer.js';
import type { AnswerParts } from './answer.js';

/** Headers as tests write them. */
export type TestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** A request as it is sent: nothing is added to it. */
export interface TestRequest {
  /** GET unless given. */
  readonly method?: string;
  /** With the query, encoded. */
  readonly path: string;
  readonly headers?: TestHeaders;
  readonly body?: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/**
 * Asks a service under test. The short forms send a value as JSON; `URLSearchParams` go as a form, bytes as they are.
 *
 * @example const { status, json } = await service.post('/people', { name: 'Ada' });
 */
export abstract class TestClient {
  /** Sends a request just as it is given. */
  async request<T = unknown>(request: TestRequest): Promise<Answer<T>> {
    if (!request.path.startsWith('/')) throw new TypeError(`The path ${request.path} does not begin with /; write /${request.path}`);
    const parts = await this.exchange(request);
    return new Answer<T>({ ...parts, request: `${request.method ?? 'GET'} ${request.path}` });
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

  /** How a request gets there and back; what {@link request} makes an answer of. */
  abstract exchange(request: TestRequest): Promise<Omit<AnswerParts, 'request'>>;

  private sendContent<T>(method: string, path: string, content: unknown, headers: TestHeaders): Promise<Answer<T>> {
    if (content === undefined) return this.request({ method, path, headers });
    const { type, body } = encoded(content);
    const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
    return this.request({ method, path, body, headers: named ? headers : { 'Content-Type': type, ...headers } });
  }
}

function encoded(content: unknown): { readonly type: string; readonly body: string | Uint8Array } {
  if (content instanceof Uint8Array) return { type: 'application/octet-stream', body: content };
  if (content instanceof URLSearchParams) return { type: 'application/x-www-form-urlencoded', body: content.toString() };
  return { type: 'application/json', body: JSON.stringify(content) };
}

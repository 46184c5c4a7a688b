import type { HeaderMap } from '../http/header-map.js';
import { TestAnswerError } from './test-errors.js';

export interface AnswerParts {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Buffer;
  readonly complete: boolean;
  /** What was asked, for messages: "GET /person/7". */
  readonly request: string;
}

/** What a service answered to a {@link TestClient}. */
export class Answer<T = unknown> {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly body: Buffer;
  /** False if the connection ended before the answer was complete. */
  readonly complete: boolean;
  private readonly request: string;

  constructor({ status, headers, body, complete, request }: AnswerParts) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.complete = complete;
    this.request = request;
  }

  /** The body as text in UTF-8. */
  get text(): string {
    return this.body.toString('utf8');
  }

  /** The body as JSON; if it is not JSON, the error shows it. */
  get json(): T {
    try {
      return JSON.parse(this.text) as T;
    } catch (error) {
      throw new TestAnswerError(`The answer to ${this.request} is not JSON: ${this.status} ${JSON.stringify(this.text)}`, { cause: error });
    }
  }

  /** The value of a header; several of one name are joined. */
  header(name: string): string | undefined {
    return this.headers.get(name);
  }
}

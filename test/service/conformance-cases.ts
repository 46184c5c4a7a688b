import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

/** A request to the conformance application and what must come back; a line of a .jsonl file beside this one. */
export interface ConformanceCase {
  readonly id: string;
  readonly on?: 'app' | 'admin';
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly expect: Expectation;
  /** Sent in order after this one. */
  readonly then?: readonly Omit<ConformanceCase, 'id'>[];
}

export interface Expectation {
  readonly status?: number;
  readonly errors?: readonly string[];
  readonly json?: unknown;
  readonly text?: string;
  readonly contains?: readonly string[];
  readonly lacks?: readonly string[];
  readonly empty?: boolean;
  /** Exact values, or expressions between slashes; null for a header that must not be there. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** What came back. */
export interface ConformanceAnswer {
  readonly status: number;
  readonly text: string;
  header(name: string): string | undefined;
}

/** A request as it goes out, the headers of the body included. */
export interface ConformanceRequest {
  readonly on: 'app' | 'admin';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type SendRequest = (request: ConformanceRequest) => Promise<ConformanceAnswer>;

/** The cases that came with the specification, our own for what they leave out, and for each endpoint the edges of what it takes. */
export function conformanceCases(): readonly ConformanceCase[] {
  return ['conformance-cases.jsonl', 'further-cases.jsonl', 'boundary-cases.jsonl'].flatMap((file) => {
    const url = new URL(`../../../test/service/${file}`, import.meta.url);
    const lines = readFileSync(url, 'utf8').split('\n');
    return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as ConformanceCase);
  });
}

/** Sends a case and those that follow it; yields what differs, in words. */
export async function differencesOf(one: Omit<ConformanceCase, 'id'>, send: SendRequest): Promise<readonly string[]> {
  const found = differences(one.expect, await send(requestOf(one))).map(
    (difference) => `${one.method ?? 'GET'} ${one.path}: ${difference}`,
  );
  for (const next of one.then ?? []) found.push(...(await differencesOf(next, send)));
  return found;
}

function requestOf({ on = 'app', method = 'GET', path, headers = {}, body }: Omit<ConformanceCase, 'id'>): ConformanceRequest {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const hasType = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  return {
    on,
    method,
    path,
    body: text,
    headers: text === undefined || hasType ? headers : { ...headers, 'Content-Type': 'application/json' },
  };
}

function differences(expect: Expectation, answer: ConformanceAnswer): readonly string[] {
  const found: string[] = [];
  const differ = (what: string): unknown => found.push(`${what}; the answer was ${answer.status} ${JSON.stringify(answer.text)}`);
  if (expect.status !== undefined && answer.status !== expect.status) differ(`status ${answer.status}, not ${expect.status}`);
  if (expect.errors !== undefined && !isDeepStrictEqual(jsonOf(answer), { errors: expect.errors }))
    differ(`not the errors ${JSON.stringify(expect.errors)}`);
  if ('json' in expect && !isDeepStrictEqual(jsonOf(answer), expect.json)) differ(`not the JSON ${JSON.stringify(expect.json)}`);
  if (expect.text !== undefined && answer.text !== expect.text) differ(`not the text ${JSON.stringify(expect.text)}`);
  for (const part of expect.contains ?? []) if (!answer.text.includes(part)) differ(`lacks ${JSON.stringify(part)}`);
  for (const part of expect.lacks ?? []) if (answer.text.includes(part)) differ(`has ${JSON.stringify(part)}`);
  if (expect.empty === true && answer.text !== '') differ('not empty');
  for (const [name, wanted] of Object.entries(expect.headers ?? {})) {
    const actual = answer.header(name);
    if (!isHeader(actual, wanted)) differ(`header ${name} is ${actual}, not ${wanted}`);
  }
  return found;
}

function isHeader(actual: string | undefined, wanted: string | null): boolean {
  if (wanted === null) return actual === undefined;
  const [, expression] = /^\/(.*)\/$/.exec(wanted) ?? [];
  return expression === undefined ? actual === wanted : new RegExp(expression).test(actual ?? '');
}

function jsonOf({ text }: ConformanceAnswer): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

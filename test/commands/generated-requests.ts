import { sourcesOf } from '../../src/contract/argument-model.js';
import type { Contract, PublishedEndpoint } from '../../src/contract/contract.js';
import { HeaderMap } from '../../src/http/header-map.js';

/** A request that an example may or may not be able to answer. */
export interface GeneratedRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: HeaderMap;
  readonly body: string | undefined;
}

/** Requests that are near to what the endpoints of a contract want: mostly right paths and methods, and values of all sorts. The same for the same seed. */
export function generatedRequests(contract: Contract, count: number, seed: number): readonly GeneratedRequest[] {
  const random = randomNumbers(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const chance = (probability: number): boolean => random() < probability;

  const pathOf = ({ path }: PublishedEndpoint): string => {
    const filled = path.replace(/\{[^{}]*\}/g, () => pick(pathValues));
    if (chance(0.05)) return `${filled}/more`;
    if (chance(0.05)) return `${filled}/`;
    return chance(0.05) ? `/nowhere${filled}` : filled;
  };

  const request = (): GeneratedRequest => {
    const published = pick(contract.endpoints);
    const { endpoint } = published;
    const sources = endpoint.arguments.flatMap(sourcesOf);
    const headers = new HeaderMap();
    const query: string[] = [];
    const form: string[] = [];
    for (const { from, name } of sources) {
      if (chance(0.15)) continue;
      const value = name === 'ms' ? pick(['0', '1', '-1', 'x', '']) : pick(values);
      if (from === 'query') query.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      else if (from === 'form') form.push(`${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
      else if (from === 'header') headers.append(name, value.trim());
      else if (from === 'cookie') headers.append('Cookie', `${name}=${encodeURIComponent(value)}`);
    }
    if (chance(0.03)) query.push('%zz');
    const accept = pick(accepts);
    if (accept !== undefined) headers.append('Accept', accept);
    const method = chance(0.85) ? endpoint.httpMethod : pick(methods);
    const sendsBody = endpoint.consumes !== undefined || chance(0.1);
    if (sendsBody) {
      const type = chance(0.85) ? (endpoint.consumes?.[0]?.toString() ?? 'application/json') : pick(contentTypes);
      if (type !== undefined) headers.append('Content-Type', type);
    }
    const content = form.length > 0 ? form.join('&') : pick(bodies);
    const target = `${pathOf(published)}${query.length === 0 ? '' : `?${query.join('&')}`}`;
    return { method, target, headers, body: sendsBody && !bodiless.has(method) ? content : undefined };
  };
  return Array.from({ length: count }, request);
}

const bodiless: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'PURGE'];
const pathValues = ['1', '0', '-7', 'x', 'yes', 'no', 'abc', '4711', 'a%20b', '%C3%A4', 'a%2Fb', '%zz'];
const values = [
  '',
  ' ',
  '1',
  '2',
  '3',
  '5',
  '11',
  '-1',
  'x',
  'abc',
  'ada',
  'OptionA',
  'optionb',
  'm',
  ' M ',
  'true',
  'Coda',
  '4294967296',
  'ä',
];
const accepts = [
  undefined,
  undefined,
  '*/*',
  'application/json',
  'text/plain',
  'text/*',
  'image/png',
  'text/plain;q=0.5, application/json',
];
const contentTypes = [undefined, 'application/json', 'text/plain', 'text/gibberish', 'application/x-www-form-urlencoded', 'nonsense'];
const bodies = [
  '{}',
  '{"name":"ada"}',
  '{"name":""}',
  '{"name":"Coda"}',
  '{"name":"ada","gender":"x","animals":11,"address":{"street":""}}',
  '{"name":"ada","email":"ada@example.com","born":"1815-12-10"}',
  '{"name":" ","email":"nobody","born":"3000-01-01"}',
  '[{"name":"bob","email":"bob@example.com","born":"1815-12-10"}]',
  '[{"id":1}]',
  '[{"id":-1},{"id":"x"}]',
  '{"one":{"id":1}}',
  '{"examples":[{"id":0}]}',
  '{"examples":[]}',
  '{"choice":"OptionA"}',
  '{"first_name":"ada","last_name":"l"}',
  '{"id":3}',
  'null',
  '[]',
  '{',
  '',
  '  ',
  'abcd',
  '"text"',
];

/** The mulberry32 generator: small, and the same everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

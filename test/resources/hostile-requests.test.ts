import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { allResources, components } from '../../examples/conformance/resources/all-resources.js';
import type { InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { capturing } from './captured.js';
import { serve } from './serving.js';
import type { Answer } from './serving.js';

// KEELSON_FUZZ=1000000 sends a million; the few thousand of every run find what is badly wrong.
const count = Number(process.env['KEELSON_FUZZ'] ?? 4000);

const parameters =
  'query length min int int-max default non-empty optional optional-int header cookie form form-set enum fuzzy-enum one-of first boolean uuid several bean bean-setter long/{} path/{}';
const paths = parameters.split(' ').map((path) => `/params/${path}`);
const bodyPaths = ['person', 'person-maybe', 'unvalidated', 'text', 'list', 'map', 'nested', 'enum', 'snake', 'with-query', 'gibberish'];
const otherPaths = [
  '/responses/optional/{}',
  '/responses/negotiated',
  '/responses/stream',
  '/responses/built',
  '/errors/web',
  '/counter/foo',
  '/person/v1',
  '/person/v2',
];
/** Answered with 500 by the specification: what they return or throw is wrong. */
const failing = new Set([
  '/params/length',
  '/responses/invalid',
  '/responses/null',
  '/responses/nested',
  '/responses/method',
  '/errors/unhandled',
]);

const nasty = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      '0',
      '1',
      '-1',
      '3',
      'OptionA',
      'true',
      'x',
      '9'.repeat(30),
      '1e9',
      'NaN',
      '067e6162-3b6f-4ae2-a171-2470b63dff00',
    ),
  },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '__proto__',
      'constructor',
      '../../etc/passwd',
      '%',
      '%zz',
      '%00',
      '%C3',
      '%u0041',
      '{}',
      '${jndi:x}',
      '<script>',
      'a'.repeat(3000),
    ),
  },
);
const escaped = fc
  .tuple(nasty, fc.boolean())
  .map(([text, encode]) => (encode ? encodeSafely(text) : text.replace(/[\s#?/\0-\x1f\x7f-\uffff]/gu, '_')));
const key = fc.oneof(
  fc.constantFrom('name', 'num', 'count', 'm', 'q', 'choice', 'reason', 'size', 'x', 'b', 'u', 'a', 'n', 'foo', 'username', 'names'),
  escaped,
);
const pair = fc.tuple(key, escaped, fc.constantFrom('=', '', '==')).map(([name, value, sign]) => `${name}${sign}${value}`);
const query = fc.array(pair, { maxLength: 6 }).map((pairs) => pairs.join('&'));
const headerValue = nasty.map((text) => text.replace(/[^\x20-\x7e]/g, '?'));
const mediaType = fc.oneof(
  fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/gibberish',
    '*/*',
    'application/vnd.x+json',
    'text/*;q=0.3',
    'application/json;charset=klingon',
    '',
  ),
  headerValue,
);
const headers = fc.record(
  {
    accept: mediaType,
    'content-type': mediaType,
    cookie: fc.oneof(
      headerValue,
      pair.map((text) => text.replace(/[^\x20-\x7e]/g, '?')),
    ),
    cheese: headerValue,
    h: headerValue,
  },
  { requiredKeys: [] },
);
const field = fc.constantFrom(
  'name',
  'gender',
  'animals',
  'address',
  'street',
  'city',
  'id',
  'examples',
  'choice',
  'first_name',
  'nick',
  '__proto__',
  'constructor',
  'toString',
);
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    nasty,
    fc.integer(),
    fc.double(),
    fc.constantFrom(null, true, -1, 1e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(field, tie('value'), { maxKeys: 4, noNullPrototype: false }),
  ),
})).value;
const body = fc.oneof(
  json.map((value) => JSON.stringify(value) ?? ''),
  query,
  nasty,
  fc.tuple(json, fc.nat(20)).map(([value, cut]) => (JSON.stringify(value) ?? '').slice(0, -cut || undefined)),
  fc.constantFrom('['.repeat(5000), '{"a":'.repeat(5000), '"\\ud800"', '\ufeff{}', '{"name":"Ada","name":1}', 'null', ''),
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('GET', 'POST') },
  fc.constantFrom('PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PURGE', 'PATCH', 'TRACE'),
);
const path = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...paths, ...bodyPaths.map((one) => `/bodies/${one}`), ...otherPaths, ...failing),
      fc.array(escaped, { maxLength: 5 }).map((parts) => `/${parts.join('/')}`),
    ),
    escaped,
  )
  .map(([template, value]) => template.replace('{}', () => value));
const request = fc.tuple(method, path, query, headers, body).map(([verb, route, search, given, content]): InMemoryRequest => {
  const sends = verb !== 'GET' && verb !== 'HEAD';
  return { method: verb, path: search === '' ? route : `${route}?${search}`, headers: given, ...(sends ? { body: content } : {}) };
});

test(`${count} hostile requests are answered: no failure but those specified, no stack trace, nothing left unhandled`, async () => {
  const unhandled: unknown[] = [];
  const listener = (reason: unknown): unknown => unhandled.push(reason);
  process.on('unhandledRejection', listener);
  try {
    await capturing(async (lines) => {
      const served = serve(...allResources, ...Object.values(components).flat());
      await fc.assert(
        fc.asyncProperty(request, async (sent) => {
          const answer = await served.send(sent);
          assert.deepEqual(faultsOf(answer, sent), [], lines.text);
          lines.clear();
        }),
        { numRuns: count, endOnFailure: count > 100_000 },
      );
    });
  } finally {
    process.off('unhandledRejection', listener);
  }
  assert.deepEqual(unhandled, []);
});

function faultsOf(answer: Answer, sent: InMemoryRequest): readonly string[] {
  const faults: string[] = [];
  const route = sent.path.split('?', 1)[0]!.replace(/\/$/, '');
  if (!answer.complete) faults.push('the connection was ended');
  if (answer.status >= 500 && !failing.has(route)) faults.push(`status ${answer.status}: ${answer.text}`);
  if (/\n\s+at |\.ts:\d|node:internal|secret/.test(answer.text)) faults.push(`internals in ${answer.text}`);
  return faults;
}

function encodeSafely(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '?'));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { breakingChanges } from '../../src/openapi/api-diff.js';
import type { JsonSchema } from '../../src/values/json-schema.js';

// Requests may accept more than before, and replies may promise more. Everything else breaks somebody.

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-call, typescript/no-unsafe-return -- documents are changed at many depths */

function document(): any {
  return structuredClone({
    openapi: '3.1.0',
    info: { title: 'people', version: '1' },
    security: [],
    paths: {
      '/people/{id}': {
        post: {
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 } },
          ],
          requestBody: {
            required: false,
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/PersonInput' } },
              'text/plain': { schema: { type: 'string' } },
            },
          },
          responses: {
            200: {
              description: 'OK',
              headers: { Link: { schema: { type: 'string' } } },
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/Person' } },
                'text/plain': { schema: { type: 'string' } },
              },
            },
            404: { description: 'Not Found' },
          },
        },
        get: { deprecated: true, 'x-sunset': '2027-01-01', responses: { 200: { description: 'OK' } } },
        delete: { security: [{ basic: ['reader'] }, { basic: ['writer'] }], responses: { 204: { description: 'No Content' } } },
      },
    },
    components: {
      schemas: {
        PersonInput: {
          type: 'object',
          properties: {
            name: { type: ['string', 'null'], maxLength: 40 },
            code: { type: 'string' },
            size: { enum: ['s', 'm'] },
            tags: { type: 'array', items: { type: 'string' }, maxItems: 5 },
            shape: {
              anyOf: [
                { type: 'object', properties: { kind: { const: 'circle' } }, required: ['kind'] },
                { type: 'object', properties: { kind: { const: 'square' } }, required: ['kind'] },
              ],
            },
          },
        },
        Person: {
          type: 'object',
          properties: { id: { type: 'integer', minimum: 1 }, name: { type: 'string', minLength: 1 }, size: { enum: ['s', 'm'] } },
          required: ['id', 'name'],
        },
      },
    },
  });
}

type Change = (document: any, operation: any, input: any, reply: any) => void;

function changed(change: Change): JsonSchema {
  const after = document();
  const { PersonInput, Person } = after.components.schemas;
  change(after, after.paths['/people/{id}'].post, PersonInput, Person);
  return after as JsonSchema;
}

const json = 'application/json';
const today = new Date('2026-11-15T00:00:00Z');

const breaking: readonly (readonly [name: string, change: Change, ...expected: readonly string[]])[] = [
  [
    'an endpoint is removed',
    (after) => delete after.paths['/people/{id}'],
    'POST /people/{id}: is gone',
    'GET /people/{id}: is gone before its sunset, 2027-01-01',
    'DELETE /people/{id}: is gone',
  ],
  ['a method is removed', (after) => delete after.paths['/people/{id}'].delete, 'DELETE /people/{id}: is gone'],
  [
    'a deprecated endpoint is removed before its sunset',
    (after) => delete after.paths['/people/{id}'].get,
    'GET /people/{id}: is gone before its sunset, 2027-01-01',
  ],
  [
    'a path variable is renamed',
    (after) => ((after.paths['/people/{key}'] = { delete: after.paths['/people/{id}'].delete }), delete after.paths['/people/{id}'].delete),
    'DELETE /people/{id}: a path variable was renamed: /people/{key}',
  ],
  [
    'a media type of requests is removed',
    (_, post) => delete post.requestBody.content['text/plain'],
    'POST /people/{id}: body text/plain is no longer read',
  ],
  [
    'a media type of replies is removed',
    (_, post) => delete post.responses[200].content['text/plain'],
    'POST /people/{id}: reply 200 is no longer written as text/plain',
  ],
  [
    'the default media type of replies is another',
    (_, post) =>
      (post.responses[200].content = {
        'text/plain': post.responses[200].content['text/plain'],
        [json]: post.responses[200].content[json],
      }),
    'POST /people/{id}: reply 200 is text/plain by default now, was application/json',
  ],
  [
    'the status of success is another',
    (_, post) => ((post.responses[201] = post.responses[200]), delete post.responses[200]),
    'POST /people/{id}: reply 200 is no longer answered',
  ],
  ['a status is removed', (_, post) => delete post.responses[404], 'POST /people/{id}: reply 404 is no longer answered'],
  ['a field of replies is removed', (_, __, ___, reply) => delete reply.properties.size, 'POST /people/{id}: reply 200 size is gone'],
  [
    'a field of replies becomes optional',
    (_, __, ___, reply) => (reply.required = ['id']),
    'POST /people/{id}: reply 200 name may be missing now',
  ],
  ['a header is removed', (_, post) => delete post.responses[200].headers, 'POST /people/{id}: reply 200 has no header Link any more'],
  [
    'a required parameter is added',
    (_, post) => post.parameters.push({ name: 'q', in: 'query', required: true, schema: {} }),
    'POST /people/{id}: query q is new and required',
  ],
  [
    'a required field is added',
    (_, __, input) => ((input.properties.born = { type: 'string' }), (input.required = ['born'])),
    'POST /people/{id}: body born is required now',
  ],
  [
    'something optional becomes required',
    (_, post) => ((post.parameters[1].required = true), (post.requestBody.required = true)),
    'POST /people/{id}: query limit is required now',
    'POST /people/{id}: body is required now',
  ],
  [
    'a default is removed',
    (_, post) => delete post.parameters[1].schema.default,
    'POST /people/{id}: query limit has no default any more, was 20',
  ],
  [
    'a type is changed',
    (_, __, input) => (input.properties.code = { type: 'integer' }),
    'POST /people/{id}: body code must be integer now, was string',
  ],
  [
    'a value of an enum in requests is removed',
    (_, __, input) => (input.properties.size.enum = ['s']),
    'POST /people/{id}: body size may not be m any more',
  ],
  [
    'a value of an enum in replies is added',
    (_, __, ___, reply) => reply.properties.size.enum.push('l'),
    'POST /people/{id}: reply 200 size promises less; before, it may not be l',
  ],
  [
    'limits of requests are tightened',
    (_, post, input) => (
      (post.parameters[1].schema.minimum = 2),
      (post.parameters[1].schema.maximum = 50),
      (input.properties.name.maxLength = 20),
      (input.properties.tags.maxItems = 4)
    ),
    'POST /people/{id}: query limit must be at least 2 now, was 1',
    'POST /people/{id}: query limit must be at most 50 now, was 100',
    'POST /people/{id}: body name may have 20 characters now, was 40',
    'POST /people/{id}: body tags may have 4 elements now, was 5',
  ],
  [
    'a pattern or a limit is added to requests',
    (_, __, input) => ((input.properties.code.pattern = '^a'), (input.properties.code.minLength = 2)),
    'POST /people/{id}: body code must have 2 characters now, was not limited',
    'POST /people/{id}: body code must match ^a now',
  ],
  [
    'limits of replies are loosened',
    (_, __, ___, reply) => (delete reply.properties.id.minimum, (reply.properties.name.minLength = 0)),
    'POST /people/{id}: reply 200 id promises less; before, it must be at least 1',
    'POST /people/{id}: reply 200 name promises less; before, it must have 1 characters',
  ],
  [
    'null is no longer taken',
    (_, __, input) => (input.properties.name.type = 'string'),
    'POST /people/{id}: body name may not be null any more',
  ],
  [
    'null is answered',
    (_, __, ___, reply) => (reply.properties.name.type = ['string', 'null']),
    'POST /people/{id}: reply 200 name promises less; before, it may not be null',
  ],
  [
    'unknown properties are no longer allowed',
    (_, __, input) => (input.additionalProperties = false),
    'POST /people/{id}: body unknown properties are no longer allowed',
  ],
  [
    'a polymorphic name is removed',
    (_, __, input) => (input.properties.shape = input.properties.shape.anyOf[0]),
    'POST /people/{id}: body shape kind "square" is no longer allowed',
  ],
  ['credentials are needed', (_, post) => (post.security = [{ basic: [] }]), 'POST /people/{id}: needs credentials now'],
  [
    'a role is no longer enough',
    (after) => after.paths['/people/{id}'].delete.security.pop(),
    'DELETE /people/{id}: is no longer open to {"basic":["writer"]}',
  ],
];

const compatible: readonly (readonly [name: string, change: Change])[] = [
  ['nothing is changed', () => undefined],
  ['an endpoint is added', (after) => (after.paths['/new'] = { get: { responses: {} } })],
  ['an optional parameter is added', (_, post) => post.parameters.push({ name: 'q', in: 'query', schema: { type: 'string' } })],
  ['something required becomes optional', (_, post) => (post.parameters[0].required = false)],
  ['an optional field is added', (_, __, input) => (input.properties.born = { type: 'string' })],
  ['a field of replies is added', (_, __, ___, reply) => ((reply.properties.born = { type: 'string' }), reply.required.push('born'))],
  ['a default is added', (_, __, input) => (input.properties.code.default = 'a')],
  ['a value of an enum in requests is added', (_, __, input) => input.properties.size.enum.push('l')],
  ['a value of an enum in replies is removed', (_, __, ___, reply) => (reply.properties.size.enum = ['s'])],
  [
    'limits of requests are loosened',
    (_, post, input) => (delete post.parameters[1].schema.minimum, (input.properties.name.maxLength = 60)),
  ],
  ['limits of replies are tightened', (_, __, ___, reply) => ((reply.properties.id.minimum = 5), (reply.properties.name.minLength = 3))],
  ['null is taken', (_, __, input) => (input.properties.code.type = ['string', 'null'])],
  [
    'a media type, a status and a header are added',
    (_, post) => ((post.requestBody.content['application/xml'] = {}), (post.responses[409] = {}), (post.responses[200].headers.Age = {})),
  ],
  [
    'words, examples and deprecations are added',
    (after, post, input) => (
      (after.info.description = 'People.'),
      (post.summary = 'Adds.'),
      (post.deprecated = true),
      (input.properties.code.examples = ['a']),
      (input.description = 'A person.')
    ),
  ],
  [
    'a schema is renamed',
    (after, post) => (
      (after.components.schemas.Human = after.components.schemas.PersonInput),
      (post.requestBody.content[json].schema.$ref = '#/components/schemas/Human')
    ),
  ],
  ['a role more is enough', (after) => after.paths['/people/{id}'].delete.security.push({ basic: ['admin'] })],
];

function described(after: JsonSchema, at = today): readonly string[] {
  return breakingChanges(document() as JsonSchema, after, at).map(
    ({ endpoint, place, rule }) => `${endpoint}: ${place === '' ? '' : `${place} `}${rule}`,
  );
}

for (const [name, change, ...expected] of breaking) {
  test(`it breaks clients that ${name}`, () => {
    assert.deepEqual(described(changed(change)), expected);
  });
}

for (const [name, change] of compatible) {
  test(`it does not break clients that ${name}`, () => {
    assert.deepEqual(described(changed(change)), []);
  });
}

test('a deprecated endpoint may go when its sunset has come', () => {
  const after = changed((all) => delete all.paths['/people/{id}'].get);
  assert.deepEqual(described(after, new Date('2027-01-01T00:00:00Z')), []);
});

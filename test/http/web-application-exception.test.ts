import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Reply } from '../../src/http/reply.js';
import {
  BadRequestException,
  NotAllowedException,
  NotAuthorizedException,
  NotFoundException,
  RedirectionException,
  ServiceUnavailableException,
  WebApplicationException,
} from '../../src/http/web-application-exception.js';

test('the message says the status where none is given', () => {
  assert.equal(new NotFoundException().message, 'HTTP 404 Not Found');
  assert.equal(new WebApplicationException(409).message, 'HTTP 409 Conflict');
  assert.equal(new WebApplicationException('broken').status, 500);
  assert.equal(new WebApplicationException('gone fishing', 503).status, 503);
});

test('a reply of its own is kept', () => {
  const reply = Reply.status(409).body({ holder: 'ada' });
  assert.equal(new WebApplicationException(reply).reply, reply);
});

test('causes are kept', () => {
  const cause = new Error('inner');
  assert.equal(new BadRequestException('outer', { cause }).cause, cause);
  assert.equal(new WebApplicationException('outer', 400, { cause }).cause, cause);
});

test('kin carry the headers that their status demands', () => {
  assert.deepEqual(new NotAllowedException(['GET', 'HEAD']).reply.headers, [['Allow', 'GET, HEAD']]);
  assert.deepEqual(new NotAuthorizedException('Basic realm="a"').reply.headers, [['WWW-Authenticate', 'Basic realm="a"']]);
  assert.deepEqual(new RedirectionException(301, '/new').reply.headers, [['Location', '/new']]);
  assert.deepEqual(new ServiceUnavailableException(5).reply.headers, [['Retry-After', '5']]);
  assert.equal(new ServiceUnavailableException().name, 'ServiceUnavailableException');
});

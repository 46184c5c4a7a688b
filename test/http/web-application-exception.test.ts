import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Reply } from '../../src/http/reply.js';
import { reasonPhrase } from '../../src/http/status.js';
import {
  BadRequestException,
  ConflictException,
  ContentTooLargeException,
  ForbiddenException,
  GoneException,
  InternalServerErrorException,
  NotAcceptableException,
  NotAllowedException,
  NotAuthorizedException,
  NotFoundException,
  NotSupportedException,
  PreconditionFailedException,
  RedirectionException,
  RequestTimeoutException,
  ServiceUnavailableException,
  TooManyRequestsException,
  UnprocessableContentException,
  WebApplicationException,
} from '../../src/http/web-application-exception.js';
import { Duration } from '../../src/values/duration.js';

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
  const challenges = ['Basic realm="a"', 'Bearer'];
  assert.deepEqual(new NotAllowedException({ allowed: ['GET', 'HEAD'] }).reply.headers, [['Allow', 'GET, HEAD']]);
  assert.deepEqual(new NotAuthorizedException({ challenge: challenges }).reply.headers, [
    ['WWW-Authenticate', 'Basic realm="a"'],
    ['WWW-Authenticate', 'Bearer'],
  ]);
  assert.deepEqual(new RedirectionException({ status: 301, location: '/new' }).reply.headers, [['Location', '/new']]);
  assert.deepEqual(new ServiceUnavailableException({ retryAfter: '5 seconds' }).reply.headers, [['Retry-After', '5']]);
  assert.deepEqual(new TooManyRequestsException({ retryAfter: Duration.milliseconds(1500) }).reply.headers, [['Retry-After', '2']]);
});

test('every exception of a status takes a message, options, both or neither', () => {
  const cause = new Error('inner');
  const plain = [
    BadRequestException,
    ForbiddenException,
    NotFoundException,
    NotAcceptableException,
    RequestTimeoutException,
    ConflictException,
    GoneException,
    PreconditionFailedException,
    ContentTooLargeException,
    NotSupportedException,
    UnprocessableContentException,
    TooManyRequestsException,
    InternalServerErrorException,
    ServiceUnavailableException,
  ];
  assert.deepEqual(
    plain.map((type) => new type().status),
    [400, 403, 404, 406, 408, 409, 410, 412, 413, 415, 422, 429, 500, 503],
  );
  for (const type of plain) {
    assert.deepEqual([new type().name, new type().message], [type.name, `HTTP ${new type().status} ${reasonPhrase(new type().status)}`]);
    const both = new type('words', { cause });
    assert.deepEqual([both.message, both.cause, both.status], ['words', cause, new type().status]);
    const optionsOnly = new type({ cause });
    assert.deepEqual([optionsOnly.message, optionsOnly.cause], [new type().message, cause]);
  }
  const challenged = new NotAuthorizedException('Log in first', { challenge: 'Basic realm="a"', cause });
  assert.deepEqual([challenged.message, challenged.cause, challenged.status], ['Log in first', cause, 401]);
  assert.equal(new NotAllowedException('Not that', { allowed: ['GET'] }).message, 'Not that');
});

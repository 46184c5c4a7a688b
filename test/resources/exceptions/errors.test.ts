import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  ConstraintViolationException,
  GET,
  IntParam,
  JsonProperty,
  Min,
  NotAuthorizedException,
  NotEmpty,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  RedirectionException,
  Reply,
  Valid,
  ValidationMethod,
  WebApplicationException,
  Int,
} from 'keelson';
import type { ExceptionMapper, ResponseFilter } from 'keelson';

import { Validator } from '../../../src/validation/validator.js';
import { capturing, until } from '../captured.js';
import { serve, serveWith } from '../serving.js';

/** Throws what should not be thrown. */
function fail(thrown: unknown): never {
  throw thrown;
}

class Fault extends Error {}
class DeepFault extends Fault {}

class Item {
  @JsonProperty(Int) @Min(0) count!: number;
}

@Path('/e')
class FaultyResource {
  @GET @Path('/throws') throws(@QueryParam('what') what: string): string {
    switch (what) {
      case 'fault':
        throw new Fault('shallow');
      case 'deep':
        throw new DeepFault('deep');
      case 'text':
        return fail('just a text');
      case 'nothing':
        return fail(undefined);
      case 'bare':
        return fail(Object.create(null));
      case '503':
        throw new WebApplicationException('The cellar is flooded', 503);
      case 'redirect':
        throw new RedirectionException({ status: 303, location: '/elsewhere' });
      case 'own-body':
        throw new WebApplicationException(Reply.status(409).header('X-Holder', 'ada').body({ holder: 'ada' }));
      case 'challenge':
        throw new NotAuthorizedException({ challenge: 'Basic realm="cellar"' });
      case 'violation':
        throw new ConstraintViolationException(new Validator().validate(Object.assign(new Item(), { count: -1 })));
      default:
        throw new Error('secret detail', { cause: new Error('the cause') });
    }
  }
  @GET @Path('/rejects') async rejects(): Promise<string> {
    throw new Error('secret detail');
  }
  @GET @Path('/late') @Produces('text/plain') *late(): Generator<string> {
    yield 'begun';
    throw new Error('too late');
  }
  @GET @Path('/early') @Produces('text/plain') early(): Iterable<string> {
    return (function* (): Generator<string> {
      yield fail(new Fault('before anything was sent'));
    })();
  }
  @GET @Path('/count') count(@QueryParam('n') n: IntParam): number {
    return n.get();
  }
  @POST @Path('/items') create(@QueryParam('q') @NotEmpty _q: string, @Valid item: Item): Item {
    return item;
  }
}

test('an unhandled exception is answered with the ID under which it was logged, and nothing else', async () => {
  await capturing(async (lines) => {
    for (const path of ['/e/throws', '/e/rejects']) {
      lines.clear();
      const answer = await serve(FaultyResource).get(path, { accept: 'application/json' });
      assert.equal(answer.status, 500);
      assert.equal(answer.header('Content-Type'), 'text/plain;charset=utf-8');
      const [, id] = /^There was an error processing your request\. It has been logged \(ID ([0-9a-f]{16})\)\.$/.exec(answer.text)!;
      const errors = lines.events.filter(({ level }) => level.toString() === 'ERROR');
      assert.deepEqual(
        errors.map(({ message }) => message),
        [`Error handling a request: ${id}`],
      );
      assert.match(lines.text, /\n! Error: secret detail\n! at /);
    }
  });
});

test('whatever is thrown is answered', async () => {
  await capturing(async (lines) => {
    const served = serve(FaultyResource);
    for (const what of ['text', 'nothing', 'bare']) {
      lines.clear();
      assert.equal((await served.get(`/e/throws?what=${what}`)).status, 500);
      assert.match(lines.text, /something that is not an Error was thrown/);
    }
  });
});

test('the mapper of the nearest class is asked', async () => {
  const faults: ExceptionMapper<Fault> = {
    type: Fault,
    toReply: (thrown) => Reply.status(409).type('text/plain').body(`fault ${thrown.message}`),
  };
  const errors: ExceptionMapper<Error> = { type: Error, toReply: async () => Reply.status(502).body({ any: true }) };
  const served = serve(FaultyResource, errors, faults);
  assert.equal((await served.get('/e/throws?what=fault')).text, 'fault shallow');
  assert.equal((await served.get('/e/throws?what=deep')).text, 'fault deep');
  assert.deepEqual((await served.get('/e/throws')).json, { any: true });
  assert.deepEqual((await served.get('/nowhere')).json, { code: 404, message: 'HTTP 404 Not Found' });
  assert.deepEqual((await served.post('/e/items', { count: -1 })).json, {
    errors: ['query param q may not be empty', 'count must be greater than or equal to 0'],
  });
});

test('a mapper for constraint violations replaces the answer to invalid requests and nothing else', async () => {
  const mapper: ExceptionMapper<ConstraintViolationException> = {
    type: ConstraintViolationException,
    toReply: (thrown) => Reply.status(418).body({ problems: thrown.violations.map(({ path, message }) => `${path}|${message}`) }),
  };
  const served = serve(FaultyResource, mapper);
  const answer = await served.post('/e/items', { count: -1 });
  assert.equal(answer.status, 418);
  assert.deepEqual(answer.json, { problems: ['|may not be empty', 'count|must be greater than or equal to 0'] });
  assert.equal((await served.get('/nowhere')).status, 404);
});

test('a mapper for constraint violations sees malformed parameters and bodies too', async () => {
  const mapper: ExceptionMapper<ConstraintViolationException> = {
    type: ConstraintViolationException,
    toReply: (thrown) => Reply.status(418).body(thrown.violations.map(({ constraint, message }) => [constraint, message])),
  };
  const served = serve(FaultyResource, mapper);
  const malformed = await served.get('/e/count?n=many');
  assert.deepEqual([malformed.status, malformed.json], [418, [['Malformed', 'query param n is not a number.']]]);
  assert.deepEqual((await served.post('/e/items', '{')).json, [
    ['NotEmpty', 'may not be empty'],
    [
      'Malformed',
      'Unable to process JSON: Malformed JSON at line 1, column 2: expected a property name in double quotes, found the end of the document',
    ],
  ]);
});

test('an exception that carries a body is sent as built, one without is left to its mapper', async () => {
  const mapper: ExceptionMapper<WebApplicationException> = {
    type: WebApplicationException,
    toReply: ({ status }) => Reply.status(status).type('text/plain').body('mapped'),
  };
  const served = serve(FaultyResource, mapper);
  const own = await served.get('/e/throws?what=own-body');
  assert.deepEqual([own.status, own.header('X-Holder'), own.json], [409, 'ada', { holder: 'ada' }]);
  assert.equal((await served.get('/e/throws?what=challenge')).text, 'mapped');
  assert.equal((await served.get('/nowhere')).text, 'mapped');
});

test('a mapper that fails, or a filter over an error, ends in the safe answer', async () => {
  await capturing(async () => {
    const broken: ExceptionMapper<Fault> = {
      type: Fault,
      toReply: () => {
        throw new Error('mapper kaput');
      },
    };
    const answer = await serve(FaultyResource, broken).get('/e/throws?what=fault');
    assert.equal(answer.status, 500);
    assert.match(answer.text, /^There was an error/);
    const filter: ResponseFilter = {
      filterResponse: async () => {
        throw new Error('filter kaput');
      },
    };
    assert.match((await serve(FaultyResource, filter).get('/nowhere')).text, /^There was an error/);
  });
});

test('exceptions with a status keep their own message and headers', async () => {
  await capturing(async () => {
    const served = serve(FaultyResource);
    assert.deepEqual((await served.get('/e/throws?what=503')).json, { code: 503, message: 'The cellar is flooded' });
    const redirect = await served.get('/e/throws?what=redirect');
    assert.deepEqual([redirect.status, redirect.header('Location'), redirect.text], [303, '/elsewhere', '']);
    const challenge = await served.get('/e/throws?what=challenge');
    assert.equal(challenge.header('WWW-Authenticate'), 'Basic realm="cellar"');
    assert.deepEqual(challenge.json, { code: 401, message: 'HTTP 401 Unauthorized' });
  });
});

test('503 is an answer like any other; another 5xx is logged as an error without an ID, because the client gets none', async () => {
  @Path('/deliberate')
  class Deliberate {
    @GET
    @Path('/{status}')
    fail(@PathParam('status') status: string): never {
      throw new WebApplicationException('The cellar is flooded', Number(status), { cause: new Error('a pipe burst') });
    }
  }
  await capturing(async (lines) => {
    const served = serve(Deliberate);
    const errors = () =>
      lines.events.filter(({ level }) => level.toString() === 'ERROR').map(({ message, error }) => [message, error?.message]);
    assert.deepEqual((await served.get('/deliberate/503')).json, { code: 503, message: 'The cellar is flooded' });
    assert.deepEqual(errors(), []);
    assert.deepEqual((await served.get('/deliberate/502')).json, { code: 502, message: 'The cellar is flooded' });
    assert.deepEqual(errors(), [['GET /deliberate/502 was answered with 502', 'The cellar is flooded']]);
  });
});

test('violations that a method throws itself are 422', async () => {
  const answer = await serve(FaultyResource).get('/e/throws?what=violation');
  assert.equal(answer.status, 422);
  assert.deepEqual(answer.json, { errors: ['count must be greater than or equal to 0'] });
});

test('problems of parameters and a body that is no JSON are one answer', async () => {
  const answer = await serve(FaultyResource).post('/e/items', '{"count":');
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.json, {
    errors: [
      'query param q may not be empty',
      'Unable to process JSON: Malformed JSON at line 1, column 10: the document ends where a value is expected',
    ],
  });
  const terse = await serveWith({ detailedJsonErrors: false }, FaultyResource).post('/e/items', '{"count":');
  assert.deepEqual(terse.json, { errors: ['query param q may not be empty', 'Unable to process JSON'] });
});

test('malformed JSON alone is 400, with details unless the server was told not to give them', async () => {
  const terse = await serveWith({ detailedJsonErrors: false }, FaultyResource).post('/e/items?q=1', '{"count":"1"}');
  assert.equal(terse.status, 400);
  assert.deepEqual(terse.json, { code: 400, message: 'Unable to process JSON' });
  const detailed = await serve(FaultyResource).post('/e/items?q=1', '{"count":"1"}');
  assert.equal(detailed.status, 400);
  assert.deepEqual(detailed.json, {
    code: 400,
    message: 'Unable to process JSON',
    details: 'count: expected whole number of 32 bits, found text "1" (line 1, column 10)',
  });
});

test('a text client gets each problem on a line of its own', async () => {
  const answer = await serve(FaultyResource).post('/e/items', { count: -1 }, { accept: 'application/json;q=0.5, text/plain' });
  assert.equal(answer.text, '* query param q may not be empty\n* count must be greater than or equal to 0\n');
  assert.equal(answer.header('Content-Type'), 'text/plain;charset=utf-8');
});

test('an error after the reply has begun ends the connection and is logged', async () => {
  await capturing(async (lines) => {
    const answer = await serve(FaultyResource).get('/e/late');
    assert.equal(answer.complete, false);
    await until(() => /Error handling a request: [0-9a-f]{16}\n! Error: too late/.test(lines.text));
  });
});

test('a source that fails before its first piece can still be answered', async () => {
  const faults: ExceptionMapper<Fault> = { type: Fault, toReply: (thrown) => Reply.status(409).type('text/plain').body(thrown.message) };
  const answer = await serve(FaultyResource, faults).get('/e/early');
  assert.deepEqual([answer.status, answer.text], [409, 'before anything was sent']);
});

test('a body beyond the limit is 413', async () => {
  const answer = await serveWith({ maxRequestBodySize: 10 }, FaultyResource).post('/e/items?q=1', { count: 1, more: 'x'.repeat(20) });
  assert.deepEqual(answer.json, { code: 413, message: 'HTTP 413 Request Entity Too Large' });
});

class Fragile {
  @NotEmpty name!: string;
  @ValidationMethod({ message: 'must be sound' })
  isSound(): boolean {
    if (this.name === '') throw new Error('broke');
    return true;
  }
}

@Path('/fragile')
class FragileResource {
  @POST create(@Valid fragile: Fragile): Fragile {
    return fragile;
  }
}

test('a validation method that throws leaves nothing for the next request', async () => {
  await capturing(async (lines) => {
    const served = serve(FragileResource);
    assert.equal((await served.post('/fragile', { name: '' })).status, 500);
    assert.match(lines.text, /Fragile\.isSound threw Error: broke/);
    assert.equal((await served.post('/fragile', { name: 'x' })).status, 200);
  });
});

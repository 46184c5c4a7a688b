import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GET, Path, Produces } from 'keelson';
import type { BodyWriter } from 'keelson';

import { capturing } from '../captured.js';
import { serve } from '../serving.js';

class Reading {
  constructor(readonly degrees: number) {}
}

const asCsv: BodyWriter = {
  mediaTypes: ['text/csv'],
  canWrite: (value) => value instanceof Reading,
  write: (value) => `degrees\n${(value as Reading).degrees}\n`,
};

@Path('/weather')
class Weather {
  @GET @Produces('text/plain', 'application/json') now(): object {
    return { degrees: 3 };
  }
  @GET @Path('/text') @Produces('text/plain', 'application/json') inWords(): string {
    return 'three degrees';
  }
  @GET @Path('/csv') @Produces('text/plain', 'text/csv', 'application/json') table(): Reading {
    return new Reading(3);
  }
}

const weather = serve(Weather, asCsv);

async function typeAndText(path: string, accept?: string): Promise<readonly unknown[]> {
  const answer = await weather.get(path, accept === undefined ? {} : { Accept: accept });
  return [answer.status, answer.header('Content-Type'), answer.text];
}

test('an object is written as the best produced type that can carry it', async () => {
  assert.deepEqual(await typeAndText('/weather'), [200, 'application/json', '{"degrees":3}']);
  assert.deepEqual(await typeAndText('/weather', '*/*'), [200, 'application/json', '{"degrees":3}']);
  assert.deepEqual(await typeAndText('/weather', 'text/plain, application/json;q=0.1'), [200, 'application/json', '{"degrees":3}']);
  assert.deepEqual(await typeAndText('/weather/csv'), [200, 'text/csv;charset=utf-8', 'degrees\n3\n']);
  assert.deepEqual(await typeAndText('/weather/csv', 'application/json, text/csv;q=0.1'), [200, 'application/json', '{"degrees":3}']);
});

test('a text is written as the type that the client prefers', async () => {
  assert.deepEqual(await typeAndText('/weather/text'), [200, 'text/plain;charset=utf-8', 'three degrees']);
  assert.deepEqual(await typeAndText('/weather/text', 'application/json'), [200, 'application/json', '"three degrees"']);
});

test('an object for a client that takes only text is a 500', async () => {
  await capturing(async () => assert.equal((await typeAndText('/weather', 'text/plain'))[0], 500));
});

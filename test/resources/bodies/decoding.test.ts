import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Consumes, POST, Path, Produces } from '../../../src/contract/annotations/routing-annotations.js';
import { JsonProperty } from '../../../src/json/json-annotations.js';
import { serve } from '../serving.js';
import type { Answer } from '../serving.js';

class Person {
  @JsonProperty name: string = 'nobody';
}

@Path('/')
class Bodies {
  @POST
  @Path('json')
  json(person?: Person): unknown {
    return person === undefined ? { absent: true } : { name: person.name };
  }

  @POST
  @Path('text')
  @Consumes('text/plain')
  @Produces('text/plain')
  text(text: string): string {
    return text;
  }
}

const served = serve(new Bodies());

function post(path: string, type: string, ...pieces: readonly (string | readonly number[])[]): Promise<Answer> {
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece as string)));
  return served.send({ method: 'POST', path, body, headers: { 'Content-Type': type } });
}

test('a UTF-8 byte order mark before a JSON body is skipped', async () => {
  const answer = await post('/json', 'application/json', [0xef, 0xbb, 0xbf], '{"name":"Ada"}');
  assert.deepEqual([answer.status, answer.json], [200, { name: 'Ada' }]);
});

test('a JSON body of nothing but white space is no body', async () => {
  for (const blank of ['', ' ', ' \r\n\t ', '\ufeff', '\ufeff \n']) {
    const answer = await post('/json', 'application/json', blank);
    assert.deepEqual([answer.status, answer.json], [200, { absent: true }], JSON.stringify(blank));
  }
});

test('other white space than that of JSON is malformed', async () => {
  const answer = await post('/json', 'application/json', '\u00a0');
  assert.deepEqual(answer.json, {
    code: 400,
    message: 'Unable to process JSON',
    details: 'Malformed JSON at line 1, column 1: unexpected U+00A0',
  });
});

test('a JSON body that is not valid UTF-8 is refused with 400', async () => {
  const broken = [[0xff], [0xc3], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80]];
  for (const bytes of broken) {
    const answer = await post('/json', 'application/json', '{"name":"', bytes, '"}');
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.json, {
      code: 400,
      message: 'Unable to process JSON',
      details: 'The request body is not valid UTF-8',
    });
  }
});

test('a text body that is not valid in its charset is refused with 400', async () => {
  const utf8 = await post('/text', 'text/plain', [0xff]);
  assert.deepEqual([utf8.status, utf8.json], [400, { code: 400, message: 'The request body is not valid UTF-8' }]);
  const utf16 = await post('/text', 'text/plain;charset=utf-16le', [0x00, 0xd8]);
  assert.deepEqual([utf16.status, utf16.json], [400, { code: 400, message: 'The request body is not valid utf-16le' }]);
  const fine = await post('/text', 'text/plain;charset=utf-16le', [0x41, 0x00]);
  assert.deepEqual([fine.status, fine.text], [200, 'A']);
});

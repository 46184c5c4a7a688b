import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sendError } from '../../src/http/error-reply.js';
import type { Handler } from '../../src/http/handler.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';

const engine = new InMemoryEngine();

test('an error is JSON, or text for clients that prefer text or accept neither, and keeps the headers set before', async () => {
  const handler: Handler = (exchange) => {
    exchange.reply.setHeader('Allow', 'GET');
    sendError(exchange, 405);
  };
  const json = await engine.answer(handler, { path: '/' });
  assert.deepEqual(
    [json.status, json.headers.get('content-type'), json.headers.get('allow'), json.text],
    [405, 'application/json', 'GET', '{"code":405,"message":"HTTP 405 Method Not Allowed"}'],
  );
  const text = await engine.answer(handler, { path: '/', headers: { Accept: 'text/plain' } });
  assert.deepEqual([text.headers.get('content-type'), text.text], ['text/plain;charset=utf-8', 'HTTP 405 Method Not Allowed']);
  const neither = await engine.answer(handler, { path: '/', headers: { Accept: 'image/png' } });
  assert.deepEqual([neither.headers.get('content-type'), neither.text], ['text/plain;charset=utf-8', 'HTTP 405 Method Not Allowed']);
});

test('a message of its own takes the place of the phrase', async () => {
  const answer = await engine.answer((exchange) => sendError(exchange, 503, 'try later'), { path: '/' });
  assert.equal(answer.text, '{"code":503,"message":"try later"}');
});

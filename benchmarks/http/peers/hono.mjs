// Hono on its Node server, with checks by hand.
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

import { personProblems } from './hand-checks.mjs';

const app = new Hono();
app.get('/people/:id', (c) => {
  const id = Number(c.req.param('id'));
  const limit = Number(c.req.query('limit') ?? '20');
  if (!Number.isInteger(id) || id < 1 || !Number.isInteger(limit) || limit < 1 || limit > 100) return c.json({ errors: ['invalid'] }, 400);
  return c.json({ id, limit, name: 'Ada Lovelace', active: true });
});
app.post('/people', async (c) => {
  let person;
  try {
    person = await c.req.json();
  } catch {
    return c.json({ errors: ['malformed'] }, 400);
  }
  const errors = personProblems(person);
  return errors.length > 0 ? c.json({ errors }, 422) : c.json(person);
});
app.get('/text', (c) => c.text('hello world'));
app.notFound((c) => c.json({ code: 404, message: 'HTTP 404 Not Found' }, 404));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 0), hostname: '127.0.0.1' }, (info) => process.send?.({ port: info.port }));

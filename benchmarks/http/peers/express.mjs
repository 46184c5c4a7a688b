// Express with checks by hand.
import express from 'express';

import { personProblems } from './hand-checks.mjs';

const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.get('/people/:id', (request, response) => {
  const id = Number(request.params.id);
  const limit = Number(request.query.limit ?? '20');
  if (!Number.isInteger(id) || id < 1 || !Number.isInteger(limit) || limit < 1 || limit > 100) {
    return response.status(400).json({ errors: ['invalid'] });
  }
  response.json({ id, limit, name: 'Ada Lovelace', active: true });
});
app.post('/people', (request, response) => {
  const errors = personProblems(request.body);
  if (errors.length > 0) return response.status(422).json({ errors });
  response.json(request.body);
});
app.get('/text', (request, response) => response.type('text/plain').send('hello world'));
app.use((request, response) => response.status(404).json({ code: 404, message: 'HTTP 404 Not Found' }));

const server = app.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => process.send?.({ port: server.address().port }));

// node:http by hand: what the platform itself costs for this work.
import { createServer } from 'node:http';

import { personProblems } from './hand-checks.mjs';

const json = { 'Content-Type': 'application/json' };

function send(response, status, type, text) {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  response.end(text);
}

const server = createServer((request, response) => {
  const [path, query = ''] = request.url.split('?');
  if (request.method === 'GET' && path.startsWith('/people/')) {
    const id = Number(path.slice(8));
    const limit = Number(new URLSearchParams(query).get('limit') ?? '20');
    if (!Number.isInteger(id) || id < 1 || !Number.isInteger(limit) || limit < 1 || limit > 100) {
      return send(response, 400, json['Content-Type'], JSON.stringify({ errors: ['invalid'] }));
    }
    return send(response, 200, json['Content-Type'], JSON.stringify({ id, limit, name: 'Ada Lovelace', active: true }));
  }
  if (request.method === 'POST' && path === '/people') {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      let person;
      try {
        person = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      } catch {
        return send(response, 400, json['Content-Type'], '{"errors":["malformed"]}');
      }
      const errors = personProblems(person);
      if (errors.length > 0) return send(response, 422, json['Content-Type'], JSON.stringify({ errors }));
      send(response, 200, json['Content-Type'], JSON.stringify(person));
    });
    return;
  }
  if (request.method === 'GET' && path === '/text') return send(response, 200, 'text/plain; charset=utf-8', 'hello world');
  send(response, 404, json['Content-Type'], '{"code":404,"message":"HTTP 404 Not Found"}');
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => process.send?.({ port: server.address().port }));

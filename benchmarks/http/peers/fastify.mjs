// Fastify with its schemas for parameters, bodies and answers; every violation reported, as Keelson does.
import addFormats from 'ajv-formats';
import Fastify from 'fastify';

const routes = Number(process.env.ROUTES ?? 0);
const app = Fastify({ logger: false, ajv: { customOptions: { allErrors: true, coerceTypes: 'array' }, plugins: [addFormats] } });
const text = (minLength, maxLength) => ({ type: 'string', minLength, maxLength });
const person = {
  type: 'object',
  required: ['name', 'email', 'age', 'tags', 'address'],
  properties: {
    name: text(1, 100),
    email: { type: 'string', format: 'email' },
    age: { type: 'integer', minimum: 0, maximum: 150 },
    tags: { type: 'array', maxItems: 10, items: { type: 'string' } },
    address: {
      type: 'object',
      required: ['street', 'city', 'zip'],
      properties: { street: text(1, 200), city: text(1, 200), zip: text(0, 10) },
    },
  },
};
const summary = {
  type: 'object',
  properties: { id: { type: 'integer' }, limit: { type: 'integer' }, name: { type: 'string' }, active: { type: 'boolean' } },
};

app.setErrorHandler((error, request, reply) => {
  if (error.validation === undefined) return reply.code(error.statusCode ?? 500).send({ code: error.statusCode, message: error.message });
  const status = error.validationContext === 'body' ? 422 : 400;
  return reply.code(status).send({ errors: error.validation.map((one) => `${one.instancePath.slice(1)} ${one.message}`) });
});
app.setNotFoundHandler((request, reply) => reply.code(404).send({ code: 404, message: 'HTTP 404 Not Found' }));
app.get(
  '/people/:id',
  {
    schema: {
      params: { type: 'object', properties: { id: { type: 'integer', minimum: 1 } } },
      querystring: { type: 'object', properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 } } },
      response: { 200: summary },
    },
  },
  (request, reply) => reply.send({ id: request.params.id, limit: request.query.limit, name: 'Ada Lovelace', active: true }),
);
app.post('/people', { schema: { body: person, response: { 200: person } } }, (request, reply) => reply.send(request.body));
app.get('/text', (request, reply) => reply.type('text/plain; charset=utf-8').send('hello world'));
for (let i = 0; i < routes; i++) app.get(`/more/route${i}/:id`, (request, reply) => reply.send({ id: request.params.id }));

await app.listen({ port: Number(process.env.PORT ?? 0), host: '127.0.0.1' });
process.send?.({ port: app.server.address().port });

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse } from 'yaml';

import { Deprecated } from '../../src/contract/annotations/deprecated-annotation.js';
import { CacheControl, Timeout } from '../../src/contract/annotations/method-annotations.js';
import { PathParam, QueryParam } from '../../src/contract/annotations/parameter-annotations.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { Consumes, DELETE, GET, HttpMethod, POST, Path, Produces } from '../../src/contract/annotations/routing-annotations.js';
import { Throws } from '../../src/contract/annotations/throws-annotation.js';
import { Reply } from '../../src/http/reply.js';
import { ConflictException } from '../../src/http/web-application-exception.js';
import { Doc } from '../../src/json/doc.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { publishApi } from '../../src/openapi/openapi-document.js';
import type { PublishedApi } from '../../src/openapi/openapi-document.js';
import { openApiText } from '../../src/openapi/openapi-text.js';
import { Int, listOf } from '../../src/reflection/type-token.js';
import type { ExceptionMapper } from '../../src/resources/exceptions/exception-mapper.js';
import { LongParam } from '../../src/resources/parameters/wrapper-params.js';
import { ResourceRegistry } from '../../src/resources/resource-registry.js';
import { ResourceTest } from '../../src/testing/resource-test.js';
import { Valid, Validated } from '../../src/validation/constraint-annotations.js';
import { group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Email, Length } from '../../src/validation/text-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import type { JsonSchema } from '../../src/values/json-schema.js';
import { Optional } from '../../src/values/optional.js';

function published(
  resources: readonly object[],
  mappers: readonly ExceptionMapper<object>[] = [],
  mapper = new JsonMapper(),
): PublishedApi {
  const registry = new ResourceRegistry({ mapper, validator: new Validator() });
  for (const resource of resources) registry.register(resource);
  for (const one of mappers) registry.addMapper(one);
  return publishApi({
    contract: registry.contract(),
    title: 'books',
    version: '1.2.3',
    description: undefined,
    servers: [],
    subtypes: mapper.subtypes,
    unknownProperties: mapper.unknownProperties,
    unsupportedMediaTypeStatus: 415,
    security: { schemes: [], undecided: 'everybody' },
    answerOf: (error) => registry.answerOf(error),
  });
}

function operation(api: PublishedApi, method: string, path: string): JsonSchema {
  return (api.document['paths'] as Record<string, Record<string, JsonSchema>>)[path]![method]!;
}

function schemas(api: PublishedApi): Readonly<Record<string, JsonSchema>> {
  return (api.document['components'] as { readonly schemas: Record<string, JsonSchema> }).schemas;
}

@Doc('A book in the library.')
class Book {
  @JsonProperty
  @NotEmpty
  @Doc('As on the cover.')
  title!: string;

  @JsonProperty(Int)
  @Min(1)
  @Max(5000)
  pages?: number;
}

@Path('/books')
@Doc('Everything between two covers.')
class BookResource {
  @GET
  @Path('/{id}')
  @Doc('Finds a book. It may be on loan.')
  @Returns(Book)
  find(@PathParam('id') _id: LongParam): Optional<Book> {
    return Optional.absent();
  }

  @POST
  @Returns(Book, { status: 201, headers: { Location: 'Where the book is.' } })
  @Throws(ConflictException, { when: 'The title is taken.' })
  add(@NotNull @Valid book: Book): Reply<Book> {
    return Reply.created('/books/1').body(book);
  }
}

const message = { $ref: '#/components/schemas/ErrorMessage' };
const errors = { $ref: '#/components/schemas/Errors' };
const error = (description: string, schema: JsonSchema): JsonSchema => ({
  description,
  content: { 'application/json': { schema }, 'text/plain': { schema: { type: 'string' } } },
});

test('a document has paths, parameters, bodies, constraints, answers and errors without further annotations', () => {
  const { document, undescribed, unexpressed } = published([BookResource]);
  assert.deepEqual(document, {
    openapi: '3.1.0',
    info: { title: 'books', version: '1.2.3' },
    servers: [{ url: '/' }],
    security: [],
    tags: [{ name: 'Book', description: 'Everything between two covers.' }],
    paths: {
      '/books': {
        post: {
          operationId: 'BookResource.add',
          tags: ['Book'],
          summary: 'Add',
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/BookInput' } } }, required: true },
          responses: {
            201: {
              description: 'Created',
              headers: { Location: { description: 'Where the book is.', schema: { type: 'string' } } },
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } },
            },
            400: { $ref: '#/components/responses/BadRequest' },
            406: { $ref: '#/components/responses/NotAcceptable' },
            409: { $ref: '#/components/responses/TheTitleIsTaken' },
            413: { $ref: '#/components/responses/RequestEntityTooLarge' },
            415: { $ref: '#/components/responses/UnsupportedMediaType' },
            422: { $ref: '#/components/responses/UnprocessableEntity' },
            500: { $ref: '#/components/responses/InternalServerError' },
          },
        },
      },
      '/books/{id}': {
        get: {
          operationId: 'BookResource.find',
          tags: ['Book'],
          summary: 'Finds a book',
          description: 'It may be on loan.',
          parameters: [
            {
              name: 'id',
              in: 'path',
              required: true,
              schema: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
            },
          ],
          responses: {
            200: { description: 'OK', content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } },
            400: { $ref: '#/components/responses/BadRequest2' },
            404: { $ref: '#/components/responses/NotFound' },
            406: { $ref: '#/components/responses/NotAcceptable' },
            500: { $ref: '#/components/responses/InternalServerError' },
          },
        },
      },
    },
    components: {
      schemas: {
        Book: {
          type: 'object',
          description: 'A book in the library.',
          properties: {
            title: { type: ['string', 'null'], description: 'As on the cover.' },
            pages: { type: ['integer', 'null'], minimum: -2147483648, maximum: 2147483647 },
          },
          required: ['title', 'pages'],
        },
        BookInput: {
          type: 'object',
          description: 'A book in the library.',
          properties: {
            title: { type: 'string', minLength: 1, description: 'As on the cover.' },
            pages: { type: ['integer', 'null'], minimum: 1, maximum: 5000 },
          },
          required: ['title'],
        },
        ErrorMessage: {
          type: 'object',
          description: 'Why a request could not be answered.',
          properties: { code: { type: 'integer', description: 'The status.' }, message: { type: 'string' }, details: { type: 'string' } },
          required: ['code', 'message'],
        },
        Errors: {
          type: 'object',
          description: 'What is wrong with a request, or with what was to be answered.',
          properties: { errors: { type: 'array', items: { type: 'string' } } },
          required: ['errors'],
        },
      },
      responses: {
        BadRequest: error('Bad Request', message),
        NotAcceptable: error('Not Acceptable', message),
        TheTitleIsTaken: error('The title is taken.', message),
        RequestEntityTooLarge: error('Request Entity Too Large', message),
        UnsupportedMediaType: error('Unsupported Media Type', message),
        UnprocessableEntity: error('Unprocessable Entity', errors),
        InternalServerError: error('Internal Server Error', message),
        BadRequest2: error('Bad Request', errors),
        NotFound: error('Not Found', message),
      },
    },
  });
  assert.deepEqual({ undescribed, unexpressed }, { undescribed: [], unexpressed: [] });
});

test('the same contract gives the same text, whatever the order of registration, and YAML says the same as JSON', () => {
  @Path('/a')
  class FirstResource {
    @GET
    @Returns(Book)
    get(): Book {
      return new Book();
    }
  }
  const one = published([BookResource, FirstResource]).document;
  assert.equal(openApiText(one, 'json'), openApiText(published([FirstResource, BookResource]).document, 'json'));
  assert.deepEqual(parse(openApiText(one, 'yaml')), JSON.parse(openApiText(one, 'json')));
});

test('each set of groups that is used has its own schema, and equal ones share it', () => {
  const V1 = group('V1');
  class Draft {
    @JsonProperty
    @NotEmpty({ groups: V1 })
    name?: string;
  }
  @Path('/drafts')
  class DraftResource {
    @POST
    @Path('/v1')
    @Returns(204)
    v1(@Valid @Validated(V1) @NotNull({ groups: V1 }) _draft: Draft): void {}

    @POST
    @Path('/v2')
    @Returns(204)
    v2(@Valid @NotNull _draft: Draft): void {}

    @POST
    @Path('/unchecked')
    @Returns(204)
    unchecked(@NotNull _draft: Draft): void {}
  }
  const { Draft: plain, 'Draft.V1': v1, ...others } = schemas(published([DraftResource]));
  assert.deepEqual(plain, { type: 'object', properties: { name: { type: ['string', 'null'] } } });
  assert.deepEqual(v1, { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] });
  assert.deepEqual(Object.keys(others), ['ErrorMessage', 'Errors']);
});

test('a result that is validated is published with its constraints', () => {
  @Path('/checked')
  class CheckedResource {
    @GET
    @Valid
    get(): Book {
      return new Book();
    }
  }
  const api = published([CheckedResource]);
  assert.deepEqual(schemas(api)['Book']!['properties'], {
    title: { type: 'string', minLength: 1, description: 'As on the cover.' },
    pages: { type: ['integer', 'null'], minimum: 1, maximum: 5000 },
  });
  const { 500: invalid } = operation(api, 'get', '/checked')['responses'] as Record<number, JsonSchema>;
  assert.deepEqual(invalid, { $ref: '#/components/responses/InternalServerError' });
  const { responses } = api.document['components'] as { readonly responses: Record<string, JsonSchema> };
  assert.deepEqual(responses['InternalServerError'], error('Internal Server Error', { anyOf: [message, errors] }));
});

test('two classes of one name are refused, with the places that use them and the way out', () => {
  const other = ((): new () => object => {
    class Book {
      @JsonProperty
      isbn?: string;
    }
    return Book;
  })();
  @Path('/others')
  class OtherResource {
    @GET
    @Returns(other)
    get(): object {
      return new other();
    }
  }
  assert.throws(() => published([BookResource, OtherResource]), {
    code: 'KEELSON_OPENAPI',
    message:
      'The OpenAPI document cannot be written:\n' +
      "  Two classes are named Book: one is used by BookResource.add, the other by OtherResource.get; rename one of them, or give one a name for the document with @JsonTypeName('…')",
  });
});

test('an error is documented by its mapper, and one that nobody describes is refused', () => {
  class OutOfPaper extends Error {}
  class Shortage {
    @JsonProperty
    sheets?: number;
  }
  class OutOfPaperMapper implements ExceptionMapper<OutOfPaper> {
    readonly type = OutOfPaper;

    @Returns(Shortage, { status: 507 })
    toReply(): Reply<Shortage> {
      return Reply.status(507).body(new Shortage());
    }
  }
  @Path('/print')
  class PrintResource {
    @POST
    @Returns(204)
    @Throws(OutOfPaper)
    print(): void {}
  }
  const { 507: shortage } = operation(published([PrintResource], [new OutOfPaperMapper()]), 'post', '/print')['responses'] as Record<
    number,
    JsonSchema
  >;
  assert.deepEqual(shortage, { $ref: '#/components/responses/InsufficientStorage' });
  assert.throws(() => published([PrintResource]), {
    message:
      'The OpenAPI document cannot be written:\n' +
      '  PrintResource.print: @Throws(OutOfPaper) does not say what is answered; write @Throws(OutOfPaper, { status: 409 }), or @Returns(…, { status: 409 }) on toReply of its mapper',
  });
});

test('endpoints that differ only in media types are one operation', () => {
  @Path('/notes')
  class NoteResource {
    @GET
    @Returns(Book)
    json(): Book {
      return new Book();
    }

    @GET
    @Produces('text/plain')
    text(): string {
      return '';
    }
  }
  const get = operation(published([NoteResource]), 'get', '/notes');
  assert.equal(get['operationId'], 'NoteResource.json');
  assert.deepEqual((get['responses'] as Record<number, JsonSchema>)[200], {
    description: 'OK',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } }, 'text/plain': { schema: { type: 'string' } } },
  });
});

test('what a document cannot say is listed', () => {
  class Contact {
    @Email
    email?: string;

    @JsonProperty
    born?: Date;
  }
  @Path('/contacts')
  class ContactResource {
    @POST
    @Returns(204)
    add(@Valid _contact: Contact): void {}

    @HttpMethod('PURGE')
    @Returns(204)
    purge(): void {}

    @GET
    @Path('/{id: \\d+}')
    async find(@PathParam('id') _id: string, @QueryParam('q') @Length({ max: 3 }) _q: string): Promise<Book> {
      return new Book();
    }
  }
  const api = published([ContactResource]);
  assert.deepEqual(api.unexpressed, [
    { place: 'Contact.born', rule: 'the day must exist in its month' },
    { place: 'Contact.email', rule: '@Email' },
    { place: 'PURGE /contacts', rule: 'OpenAPI 3.1 knows no method PURGE, so the endpoint is left out' },
  ]);
  assert.deepEqual(
    api.undescribed.map(({ endpoint }) => endpoint.name),
    ['ContactResource.find'],
  );
  const { parameters } = operation(api, 'get', '/contacts/{id}');
  assert.deepEqual(parameters, [
    { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^(?:\\d+)$' } },
    { name: 'q', in: 'query', schema: { type: 'string', maxLength: 3 } },
  ]);
});

test('a mapper that refuses unknown properties closes the schemas', () => {
  const { BookInput } = schemas(published([BookResource], [], new JsonMapper({ unknownProperties: 'refuse' })));
  assert.equal(BookInput!['additionalProperties'], false);
});

@Path('/old')
class OldResource {
  @GET
  @Deprecated({ since: '2026-06', sunset: '2027-01-01', use: 'GET /new' })
  @CacheControl({ maxAge: '6 hours' })
  @Timeout('2 seconds')
  @Produces('text/plain')
  get(@QueryParam('q') @Length({ max: 2 }) q: string): string {
    return q ?? 'none';
  }

  @DELETE
  @Returns(listOf(Book))
  @Consumes('application/json')
  remove(): Book[] {
    return [];
  }
}

test('what is deprecated is marked in the document, and says so in the headers of every answer', async () => {
  const get = operation(published([OldResource]), 'get', '/old');
  const { 200: ok, 503: late } = get['responses'] as Record<number, JsonSchema>;
  assert.deepEqual(
    { deprecated: get['deprecated'], description: get['description'], headers: Object.keys(ok!['headers'] as object), late },
    {
      deprecated: true,
      description: 'Use GET /new instead.',
      headers: ['Cache-Control', 'Deprecation', 'Sunset'],
      late: { $ref: '#/components/responses/ServiceUnavailable' },
    },
  );
  const client = new ResourceTest([new OldResource()]);
  for (const [path, status] of [
    ['/old', 200],
    ['/old?q=long', 400],
  ] as const) {
    const answer = await client.get(path);
    assert.deepEqual(
      [answer.status, answer.header('Deprecation'), answer.header('Sunset')],
      [status, '@1780272000', 'Fri, 01 Jan 2027 00:00:00 GMT'],
    );
  }
  assert.equal((await client.delete('/old')).header('Deprecation'), undefined);
});

test('dates that do not exist are refused by @Deprecated', () => {
  assert.throws(() => Deprecated({ since: 'soon' }), {
    name: 'RangeError',
    message: '@Deprecated: since "soon" is not a date; write it as in "2026-06" or "2026-06-30"',
  });
  assert.throws(() => Deprecated({ since: '2026', sunset: '2026-02-30' }), /sunset "2026-02-30" is not a date/);
  assert.throws(() => Deprecated({ since: '2026-06', sunset: '2026-05' }), /sunset "2026-05" is before since "2026-06"/);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import {
  Application,
  Consumes,
  DELETE,
  Duration,
  GET,
  IntParam,
  JsonProperty,
  MaxBodySize,
  NotEmpty,
  POST,
  PUT,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Returns,
  Timeout,
  Valid,
} from 'keelson';
import type { Environment, RequestFilter } from 'keelson';
import { runCommand } from 'keelson/testing';

class Draft {
  @JsonProperty @NotEmpty title!: string;
}

class Parts {
  constructor(readonly article: number) {}
  @GET @Path('/{part}') part(@PathParam('part') _part: string): string {
    throw new Error('explain called a resource method');
  }
}

@Path('/articles')
class Articles {
  @GET list(@QueryParam('limit') _limit: IntParam): string[] {
    throw new Error('explain called a resource method');
  }
  @POST @MaxBodySize('10 MB') @Returns(Draft, { status: 201 }) async create(@Valid _draft: Draft): Promise<Draft> {
    throw new Error('explain called a resource method');
  }
  @PUT @Path('/{id}') @Consumes('text/plain') @Produces('text/plain') @Timeout(Duration.seconds(2)) replace(
    @PathParam('id') _id: IntParam,
    _text: string,
  ): string {
    throw new Error('explain called a resource method');
  }
  @DELETE @Path('/{id}') remove(@PathParam('id') _id: IntParam): void {
    throw new Error('explain called a resource method');
  }
  @Path('/{id}/parts') parts(@PathParam('id') _id: IntParam): Parts {
    throw new Error('explain called a resource method');
  }
  @Path('/{id}/extras') extras(@PathParam('id') _id: IntParam): unknown {
    throw new Error('explain called a resource method');
  }
}

class TenantFilter implements RequestFilter {
  filterRequest(): void {
    throw new Error('explain ran a filter');
  }
}

class ArticlesApplication extends Application {
  override run(_configuration: unknown, { application, resources }: Environment): void {
    resources.register(Articles).addFilter(TenantFilter);
    application.mount('/legacy', ({ method, reply }) => {
      if (method !== 'GET') throw new Error('explain called a handler that changes something');
      reply.status = 202;
      reply.end();
    });
  }
}

const here = relative(process.cwd(), fileURLToPath(new URL('../../../test/commands/routes.test.ts', import.meta.url)));
const lines = readFileSync(here, 'utf8').split('\n');
/** The line on which a method of this file begins. */
function lineOf(begins: string): number {
  return lines.findIndex((line) => line.includes(begins)) + 1;
}

async function output(...words: readonly string[]): Promise<readonly string[]> {
  const { exitCode, out, error } = await runCommand(new ArticlesApplication(), ...words);
  assert.deepEqual([exitCode, error], [0, '']);
  return out.trimEnd().split('\n');
}

test('routes prints a line for each endpoint', async () => {
  const at = (begins: string): string => `${here}:${lineOf(begins)}`;
  assert.deepEqual(await output('routes'), [
    `GET      /articles                    - → application/json                 -                          Articles.list     ${at(' list(')}`,
    `POST     /articles                    application/json → application/json  body ≤ 10 MiB              Articles.create   ${at(' create(')}`,
    `DELETE   /articles/{id}               - → application/json                 -                          Articles.remove   ${at(' remove(')}`,
    `PUT      /articles/{id}               text/plain → text/plain              body ≤ 1 MiB, timeout 2 s  Articles.replace  ${at(' replace(')}`,
    `GET      /articles/{id}/parts/{part}  - → application/json                 -                          Parts.part        ${at(' part(')}`,
    `UNKNOWN  /articles/{id}/extras        - → ?                                -                          Articles.extras   ${at(' extras(')}`,
  ]);
});

test('routes --json prints a list, below the path of the configuration', async () => {
  const listed = JSON.parse((await output('routes', '--json', '-Dsvc.server.rootPath=/api/*')).join('\n')) as readonly unknown[];
  assert.deepEqual(listed[1], {
    method: 'POST',
    path: '/api/articles',
    consumes: ['application/json'],
    produces: ['application/json'],
    access: null,
    limits: { maxBodySize: 10485760, timeout: null },
    handler: 'Articles.create',
    file: here,
    line: lineOf(' create('),
  });
  assert.deepEqual(listed.length, 6);
});

test('explain shows the routes, the bound parameters, each problem, the filters and the status', async () => {
  assert.deepEqual(await output('explain', 'POST', '/articles', '-d', '{"title":""}'), [
    'POST /articles',
    'Content-Type: application/json',
    '',
    'Routes',
    '  DELETE  /articles/{id}               Articles.remove   no: the path is shorter',
    '  PUT     /articles/{id}               Articles.replace  no: the path is shorter',
    '  GET     /articles/{id}/parts/{part}  Parts.part        no: the path is shorter',
    '  any     /articles/{id}/extras/…      Articles.extras   no: the path is shorter',
    '  GET     /articles                    Articles.list     no: answers GET, not POST',
    '  POST    /articles                    Articles.create   chosen',
    '',
    `Articles.create (${here}:${lineOf(' create(')})`,
    '  application/json → application/json',
    "  request body = Draft { title: '' }",
    '',
    'Problems',
    '  title may not be empty',
    '',
    'Filters, in order (named here, not run)',
    '  request: TenantFilter',
    '',
    'Answer',
    '  {"errors":["title may not be empty"]}',
    '',
    'status: 422',
  ]);
});

for (const [words, status] of [
  [['GET', '/articles?limit=3'], '200'],
  [['GET', '/articles?limit=x'], '400'],
  [['get', 'http://localhost:8080/articles'], '200'],
  [['HEAD', '/articles'], '200'],
  [['OPTIONS', '/articles'], '200'],
  [['POST', '/articles', '-d', '{"title":"x"}'], '201'],
  [['POST', '/articles', '-d', '{'], '400'],
  [['POST', '/articles', '-d', 'x', '-H', 'Content-Type: text/csv'], '406'],
  [['PUT', '/articles/1', '-d', 'x', '-H', 'Content-Type: text/plain', '-H', 'Accept: text/plain'], '200'],
  [['PUT', '/articles/1', '-H', 'Accept: image/png'], '406'],
  [['DELETE', '/articles/1'], '204'],
  [['PATCH', '/articles/1'], '405'],
  [['GET', '/articles/1/parts/wheel'], '200'],
  [['GET', '/articles/x/parts/wheel'], '400'],
  [['GET', '/articles/1/parts'], '404'],
  [['GET', '/articles/1/extras/more'], 'unknown'],
  [['GET', '/nowhere'], '404'],
  [['GET', '/%zz'], '400'],
  [['GET', '/legacy/x'], '202'],
  [['DELETE', '/legacy/x'], 'unknown'],
] as const) {
  test(`explain ${words.join(' ')} ends with status: ${status}`, async () => {
    assert.equal((await output('explain', ...words)).at(-1), `status: ${status}`);
  });
}

for (const [words, problem] of [
  [['GET'], 'explain takes a method and a URL, as in "explain GET /people", not "GET"'],
  [['a.yml', 'GET', '/x', 'more'], 'explain takes a method and a URL, as in "explain GET /people", not "a.yml GET /x more"'],
  [['GET', 'people'], 'explain cannot ask for "people"; begin the path with "/", as in "explain GET /people"'],
  [['GET', '/x', '-H', 'Accept'], `The header "Accept" has no colon; write it as in -H 'Accept: text/csv'`],
] as const) {
  test(`explain ${words.join(' ')} is refused`, async () => {
    const { exitCode, error } = await runCommand(new ArticlesApplication(), 'explain', ...words);
    assert.deepEqual([exitCode, error.trimEnd()], [1, problem]);
  });
}

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import {
  BeanParam,
  CacheControl,
  Consumes,
  Context,
  DELETE,
  DefaultValue,
  GET,
  HeaderParam,
  IntParam,
  JsonProperty,
  MaxBodySize,
  NotEmpty,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  RequestContext,
  Timeout,
  Valid,
} from 'keelson';

import type { PublishedEndpoint } from '../../src/contract/contract.js';
import { describeType } from '../../src/reflection/type-ref.js';
import { registryOf } from '../resources/serving.js';

class Draft {
  @JsonProperty @NotEmpty title!: string;
}

class Paging {
  @QueryParam('page') @DefaultValue('1') page!: IntParam;
}

class Comments {
  @GET list(@BeanParam _paging: Paging): string[] {
    return [];
  }
}

@Path('/articles')
@MaxBodySize('2 MB')
class Articles {
  @GET @Path('/{id}') @Produces('application/json', 'text/plain') @CacheControl({ maxAge: '1 hour' }) @Timeout('2s') fetch(
    @PathParam('id') _id: IntParam,
    @HeaderParam('X-Tenant') _tenant: string,
  ): string {
    return '';
  }

  @POST @MaxBodySize('10 MB') create(@Valid draft: Draft): Draft {
    return draft;
  }

  @DELETE
  @Path('/{id}')
  @Consumes('text/plain')
  remove(@Context _request: RequestContext, _reason: string): void {
    return undefined;
  }

  @Path('/{id}/comments') comments(@PathParam('id') _id: IntParam): Comments {
    return new Comments();
  }

  @Path('/{id}/extras') extras(@PathParam('id') _id: IntParam): unknown {
    return undefined;
  }
}

const contract = registryOf(Articles).contract('/api/*');

function described({ path, endpoint, locators }: PublishedEndpoint): object {
  return {
    route: `${endpoint.httpMethod} ${path}`,
    name: endpoint.name,
    through: locators.map(({ name }) => name),
    arguments: endpoint.arguments.map((argument) => {
      if (argument.kind === 'source') return `${argument.source.from} ${argument.source.name}`;
      if (argument.kind === 'bean') return `bean ${argument.bean.fields.map(({ name, defaultText }) => `${name}=${defaultText}`).join()}`;
      return argument.kind === 'body' ? `body ${describeType(argument.type)}` : 'context';
    }),
    types: `${endpoint.consumes?.join() ?? '-'} → ${endpoint.produces.join()}`,
    limits: `${endpoint.limits.maxBodySize ?? '-'}, ${endpoint.limits.timeout ?? '-'}`,
    status: endpoint.result.status,
  };
}

test('the contract lists every endpoint at its whole path, those of declared sub-resources included', () => {
  assert.deepEqual(contract.endpoints.map(described), [
    {
      route: 'POST /api/articles',
      name: 'Articles.create',
      through: [],
      arguments: ['body Draft'],
      types: 'application/json → application/json',
      limits: '10 megabytes, -',
      status: 200,
    },
    {
      route: 'DELETE /api/articles/{id}',
      name: 'Articles.remove',
      through: [],
      arguments: ['context', 'body text'],
      types: 'text/plain → application/json',
      limits: '2 megabytes, -',
      status: 204,
    },
    {
      route: 'GET /api/articles/{id}',
      name: 'Articles.fetch',
      through: [],
      arguments: ['path id', 'header X-Tenant'],
      types: '- → application/json,text/plain',
      limits: '2 megabytes, 2 seconds',
      status: 200,
    },
    {
      route: 'GET /api/articles/{id}/comments',
      name: 'Comments.list',
      through: ['Articles.comments'],
      arguments: ['bean page=1'],
      types: '- → application/json',
      limits: '-, -',
      status: 200,
    },
  ]);
});

test('the contract names the paths whose sub-resource only a request shows', () => {
  assert.deepEqual(
    contract.openPaths.map(({ path, locator }) => [path, locator.name]),
    [['/api/articles/{id}/extras', 'Articles.extras']],
  );
});

test('an endpoint knows the file and line of its source', () => {
  const position = contract.endpoints.find(({ endpoint }) => endpoint.name === 'Articles.remove')!.endpoint.declaration?.position;
  assert.ok(position !== undefined);
  assert.match(position.url, /\/test\/contract\/contract\.test\.ts$/);
  const lines = readFileSync(fileURLToPath(position.url), 'utf8').split('\n');
  assert.match(lines[position.line - 1]!, /^ {2}remove\(@Context/);
});

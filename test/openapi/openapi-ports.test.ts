import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parse } from 'yaml';

import { Application } from '../../src/application/application.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { GET, Path } from '../../src/contract/annotations/routing-annotations.js';
import { Int } from '../../src/reflection/type-token.js';
import { ApplicationTest } from '../../src/testing/application-test.js';
import { runCommand } from '../../src/testing/run-command.js';

@Path('/numbers')
class NumberResource {
  @GET
  async all(): Promise<number[]> {
    return [1];
  }

  @GET
  @Path('/first')
  @Returns(Int)
  async first(): Promise<number> {
    return 1;
  }
}

class NumberApplication extends Application {
  constructor() {
    super(Configuration);
  }

  override get name(): string {
    return 'numbers';
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(NumberResource);
  }
}

test('the command and the admin port give the same bytes, as JSON and as YAML', async () => {
  await using service = await new ApplicationTest(new NumberApplication()).start();
  const json = await service.admin.get('/openapi.json');
  const yaml = await service.admin.get('/openapi.yaml');
  assert.deepEqual(
    [json.status, json.header('Content-Type'), yaml.status, yaml.header('Content-Type')],
    [200, 'application/json', 200, 'application/yaml'],
  );
  assert.equal(json.text, (await runCommand(new NumberApplication(), 'openapi')).out);
  assert.equal(yaml.text, (await runCommand(new NumberApplication(), 'openapi', '--format', 'yaml')).out);
  assert.deepEqual(parse(yaml.text), json.json);
  assert.deepEqual((json.json as { readonly info: unknown }).info, { title: 'numbers', version: '0.1.0' });
  assert.equal((await service.admin.post('/openapi.json', {})).status, 405);
  assert.equal((await service.admin.get('/openapi.json/more')).status, 404);
  assert.equal((await service.get('/openapi.json')).status, 404);
});

test('a public path puts the document on the application port as well', async () => {
  const overrides = {
    'openapi.publicPath': '/docs/api',
    'openapi.title': 'Numbers',
    'openapi.version': '7',
    'openapi.servers': 'https://numbers.example/',
  };
  await using service = await new ApplicationTest(new NumberApplication(), { overrides }).start();
  const document = await service.get('/docs/api/openapi.json');
  assert.equal(document.text, (await service.admin.get('/openapi.json')).text);
  const { info, servers } = document.json as { readonly info: unknown; readonly servers: unknown };
  assert.deepEqual({ info, servers }, { info: { title: 'Numbers', version: '7' }, servers: [{ url: 'https://numbers.example/' }] });
  assert.equal((await service.get('/docs/api/openapi.yaml')).status, 200);
  assert.equal((await service.get('/docs/api/other')).status, 404);
});

test('a service without the document has nothing at its paths', async () => {
  await using service = await new ApplicationTest(new NumberApplication(), { overrides: { 'openapi.enabled': false } }).start();
  assert.equal((await service.admin.get('/openapi.json')).status, 404);
});

test('a public path that a resource has is refused', async () => {
  await assert.rejects(
    new ApplicationTest(new NumberApplication(), { overrides: { 'openapi.publicPath': '/numbers' } }).start(),
    /\/numbers/,
  );
});

test('endpoints that do not say what they return are named once at start-up, and by --strict, which fails', async () => {
  await using service = await new ApplicationTest(new NumberApplication()).start();
  const { lines } = service.logs;
  const at = lines.findIndex((line) => line.includes('OpenAPI'));
  assert.deepEqual(
    lines.slice(at, at + 3).map((line) => line.replace(/\[.*?\] /, '')),
    [
      'INFO  keelson.application.Service: The OpenAPI document cannot say what these endpoints return; name the type with @Returns(…):',
      '|',
      '|     GET     /numbers (NumberResource.all)',
    ],
  );
  const { exitCode, error, out } = await runCommand(new NumberApplication(), 'openapi', '--strict');
  assert.equal(exitCode, 1);
  assert.equal(out, '');
  assert.match(
    error,
    /^The document cannot say what these endpoints return; name the type with @Returns\(…\):\n {2}test\/openapi\/openapi-ports\.test\.ts:18 {2}GET \/numbers {2}NumberResource\.all\n$/,
  );
});

test('a format that there is not is refused', async () => {
  const { exitCode, error } = await runCommand(new NumberApplication(), 'openapi', '--format', 'xml');
  assert.equal(exitCode, 1);
  assert.equal(error, '--format is "xml", but only json and yaml can be printed\n');
});

test('an application whose document says everything says so', async () => {
  const { out } = await runCommand(new NumberApplication(), 'openapi', '--unexpressed');
  assert.equal(out, 'The document says every rule.\n');
});

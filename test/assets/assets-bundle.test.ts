import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { Environment } from '../../src/application/environment.js';
import { AssetFolderError } from '../../src/assets/asset-folder.js';
import { AssetsBundle } from '../../src/assets/assets-bundle.js';
import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import { sendError } from '../../src/http/error-reply.js';
import { mountTable } from '../../src/http/mount-table.js';
import { pathConflicts } from '../../src/http/path-claims.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import { Validator } from '../../src/validation/validator.js';

describe('the assets bundle', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'keelson-bundle-'));
    writeFileSync(join(folder, 'index.htm'), '<p>hello</p>');
    writeFileSync(join(folder, 'main.html'), '<p>main</p>');
  });
  after(() => rmSync(folder, { recursive: true }));

  test('is by default called assets, at /assets, with index.htm', () => {
    const bundle = new AssetsBundle();
    assert.deepEqual([bundle.name, bundle.uriPath, bundle.indexFile], ['assets', '/assets', 'index.htm']);
  });

  test('serves several folders at several paths, given as path or URL, in any spelling of the path', async () => {
    const ask = served(new AssetsBundle(folder), new AssetsBundle(pathToFileURL(folder), 'docs/*', 'main.html', 'docs'));
    assert.equal(await ask('/assets/'), '<p>hello</p>');
    assert.equal(await ask('/docs'), '<p>main</p>');
    assert.equal(await ask('/docs/index.htm'), '<p>hello</p>');
    assert.equal(await ask('/other'), '{"code":404,"message":"HTTP 404 Not Found"}');
  });

  test('serves the root, behind everything that has a path of its own', async () => {
    const ask = served(new AssetsBundle(folder, '/'), new AssetsBundle(folder, '/docs', 'main.html', 'docs'));
    assert.equal(await ask('/'), '<p>hello</p>');
    assert.equal(await ask('/main.html'), '<p>main</p>');
    assert.equal(await ask('/docs'), '<p>main</p>');
  });

  test('two bundles of one path are told apart by their names', () => {
    const environment = environmentOf(new AssetsBundle(folder, '/'), new AssetsBundle(folder, '/*', 'index.htm', 'site'));
    assert.deepEqual(pathConflicts(environment.application.claims), [
      'the assets bundle "site" and the assets bundle "assets" both want the path /; give one of them another path',
    ]);
  });

  test('a folder that does not exist is refused at start-up, not before', () => {
    const bundle = new AssetsBundle(join(folder, 'nowhere'));
    assert.throws(() => served(bundle), AssetFolderError);
  });
});

function served(...bundles: readonly AssetsBundle[]): (path: string) => Promise<string> {
  const handler = mountTable(environmentOf(...bundles).application.mounts, (exchange) => sendError(exchange, 404));
  return async (path) => (await new InMemoryEngine().answer(handler, { path })).text;
}

function environmentOf(...bundles: readonly AssetsBundle[]): Environment {
  const environment = new Environment({
    name: 'test',
    healthChecks: new HealthCheckRegistry(),
    metrics: new MetricRegistry(),
    mapper: new JsonMapper(),
    validator: new Validator(),
  });
  for (const bundle of bundles) bundle.run(undefined, environment);
  return environment;
}

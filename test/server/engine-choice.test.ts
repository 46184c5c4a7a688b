import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { nodeHandler } from '../../src/server/engines/node-handler.js';
import { ApplicationTest } from '../../src/testing/application-test.js';

class EngineNameApplication extends Application {
  constructor(private readonly mountNodeHandler: boolean) {
    super();
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.application.mount('/native', ({ native, reply }) => reply.end(native === undefined ? 'lane' : 'node'));
    if (!this.mountNodeHandler) return;
    const legacy = (request: IncomingMessage, response: ServerResponse) => response.end(`legacy ${request.url}`);
    environment.application.mount('/legacy', nodeHandler(legacy));
  }
}

async function answers(application: Application, overrides: Record<string, string>, ...paths: string[]): Promise<string[]> {
  const service = new ApplicationTest(application, { overrides });
  await service.start();
  try {
    return await Promise.all(paths.map(async (path) => (await service.get(path)).text));
  } finally {
    await service.stop();
  }
}

test('server.engine chooses what reads the requests, and a connector may choose otherwise', async () => {
  const application = () => new EngineNameApplication(false);
  assert.deepEqual(await answers(application(), { 'server.engine': 'lane' }, '/native'), ['lane']);
  assert.deepEqual(await answers(application(), { 'server.engine': 'node' }, '/native'), ['node']);
  const onConnector = { 'server.engine': 'lane', 'server.applicationConnectors[0].engine': 'node' };
  assert.deepEqual(await answers(application(), onConnector, '/native'), ['node']);
});

test("where a handler written for Node's server is mounted, Node's server reads the requests", async () => {
  const overrides = { 'server.engine': 'lane' };
  assert.deepEqual(await answers(new EngineNameApplication(true), overrides, '/native', '/legacy/a?b=1'), ['node', 'legacy /a?b=1']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { Application, Configuration } from 'keelson';
import { ApplicationTest, TemporaryFolder } from 'keelson/testing';
import type { TestOverrides } from 'keelson/testing';

import { ConformanceApplication } from '../../examples/conformance/conformance-application.js';
import { HelloWorldApplication } from '../../examples/hello-world/hello-world.js';
import { PeopleApplication } from '../../examples/people/people-application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { resourcePrefix } from '../../src/application/server-sections.js';
import { describeApplication } from '../../src/commands/described-application.js';
import { Explainer } from '../../src/commands/explainer.js';
import type { Explanation } from '../../src/commands/explanation.js';
import { copyEmptyDatabase } from '../examples/embedded-template.js';
import { migratePeople } from '../examples/people-behaviour.js';
import { generatedRequests } from './generated-requests.js';
import type { GeneratedRequest } from './generated-requests.js';

const count = Number(process.env['KEELSON_FUZZ'] ?? 500);
const seed = Number(process.env['KEELSON_SEED'] ?? 20261115);
const file = (name: string): string => fileURLToPath(new URL(`../../../examples/${name}`, import.meta.url));

interface Explained {
  readonly request: GeneratedRequest;
  readonly explanation: Explanation;
}

async function explained<C extends Configuration>(application: Application<C>, configuration: string): Promise<readonly Explained[]> {
  const bootstrap = new Bootstrap(application);
  application.initialize(bootstrap);
  const found: Explained[] = [];
  await describeApplication(bootstrap, configuration, async (described) => {
    const explainer = new Explainer(described);
    const contract = described.environment.resources.contract(resourcePrefix(described.configuration.server));
    for (const request of generatedRequests(contract, count, seed)) found.push({ request, explanation: await explainer.explain(request) });
  });
  return found;
}

/** Requests whose real status is another than the one explained. A method that was reached may answer what it likes if it is named here. */
async function disagreements(
  client: Pick<ApplicationTest, 'request'>,
  all: readonly Explained[],
  decidesItself: readonly string[],
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { request, explanation } of all) {
    const { method, target, headers, body } = request;
    // Node's client does not frame the body of a DELETE by itself.
    const length: readonly [string, readonly string[]][] =
      body === undefined ? [] : [['Content-Length', [String(Buffer.byteLength(body))]]];
    const sent = Object.fromEntries([...[...headers.entries()].map(([name]) => [name, headers.getAll(name)] as const), ...length]);
    const { status } = await client.request({ method, path: target, headers: sent, ...(body === undefined ? {} : { body }) });
    const { answer, trace, routes } = explanation;
    const chosen = routes.find(({ lostBecause }) => lostBecause === undefined)?.handler;
    const reached = answer!.status < 300 && trace?.endpoint !== undefined;
    if (reached && chosen !== trace.endpoint!.name)
      found.push(`${method} ${target}: routed to ${trace.endpoint!.name}, explained ${chosen}`);
    // 204 is what a method answers that returns nothing, whatever it is declared to return.
    if (status !== answer!.status && !(reached && (status === 204 || decidesItself.includes(trace.endpoint!.name))))
      found.push(`${method} ${target} ${JSON.stringify(sent)} ${body ?? ''}: explained ${answer!.status}, answered ${status}`);
  }
  return found;
}

async function compare<C extends Configuration>(
  application: () => Application<C>,
  settings: { readonly configuration: string; readonly overrides?: TestOverrides; readonly decidesItself?: readonly string[] },
): Promise<void> {
  const { configuration, overrides = {}, decidesItself = [] } = settings;
  const all = await explained(application(), configuration);
  const statuses = new Set(all.map(({ explanation }) => explanation.answer?.status));
  assert.ok(statuses.size >= 4, `only ${[...statuses].join(', ')} were explained`);
  const service = new ApplicationTest(application(), { configuration, overrides: { 'logging.level': 'OFF', ...overrides } });
  await service.start();
  try {
    assert.deepEqual(await disagreements(service, all, decidesItself), []);
  } finally {
    await service.stop();
  }
}

test(`hello-world answers ${count} generated requests as explained`, async () => {
  await compare(() => new HelloWorldApplication(), { configuration: file('hello-world/hello-world.yml') });
});

test(`the conformance application answers ${count} generated requests as explained`, async () => {
  await compare(() => new ConformanceApplication(), {
    configuration: file('conformance/conformance.yml'),
    decidesItself: [
      'ErrorsResource.mapped',
      'ErrorsResource.notFound',
      'ErrorsResource.plain',
      'ErrorsResource.unhandled',
      'ErrorsResource.web',
      'ParamsResource.length',
      'ResponsesResource.invalid',
      'ResponsesResource.method',
      'ResponsesResource.nested',
      'ResponsesResource.nothingAllowed',
      'ResponsesResource.optional',
    ],
  });
});

test(`people answers ${count} generated requests as explained`, async () => {
  const folder = new TemporaryFolder();
  try {
    await copyEmptyDatabase(folder.file('database'));
    const configuration = file('people/people.yml');
    const overrides = {
      'database.directory': folder.file('database'),
      'server.requestLog.appenders[0].currentLogFilename': folder.file('requests.log'),
      'server.requestLog.appenders[0].archivedLogFilenamePattern': folder.file('requests-%d.log.gz'),
      'health.deadlocks.enabled': false,
    };
    await migratePeople(configuration, overrides);
    await compare(() => new PeopleApplication(), {
      configuration,
      overrides,
      decidesItself: ['add', 'addAll', 'find', 'remove', 'replace'].flatMap((name) =>
        [1, 2].map((version) => `PeopleVersion${version}Resource.${name}`),
      ),
    });
  } finally {
    folder.remove();
  }
});

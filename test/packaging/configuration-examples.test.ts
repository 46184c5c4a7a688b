import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { Application, Bootstrap, Configuration } from 'keelson';
import type { Environment } from 'keelson';
import { TextConfigurationSource, loadConfiguration } from 'keelson/configuration';
import { parse, parseAllDocuments, stringify } from 'yaml';

const docs = new URL('../../../docs/', import.meta.url);

class AnyApplication extends Application {
  override run(_configuration: Configuration, _environment: Environment): void {}
}

interface Example {
  readonly place: string;
  readonly text: string;
}

/** The YAML that the manual shows, but for the manifests, which are not ours to read. */
const examples = readdirSync(docs)
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => {
    const page = readFileSync(new URL(file, docs), 'utf8');
    return [...page.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(({ index, 1: text }): Example => ({
      place: `docs/${file}:${page.slice(0, index).split('\n').length}`,
      text: text!,
    }));
  })
  .filter(({ text }) => !text.startsWith('apiVersion:'));

for (const { place, text } of examples) {
  test(`the configuration in ${place} is one`, async () => {
    await load(text);
  });
}

test('the manifests of the manual ask where the configuration beside them answers, and wait as long as it takes to stop', async () => {
  const page = readFileSync(new URL('production.md', docs), 'utf8');
  const manifests = [...page.matchAll(/^```yaml\n(apiVersion:[\s\S]*?)^```$/gm)].flatMap(([, text]) => parseAllDocuments(text!));
  const deployment = manifests.map((one) => one.toJS() as Deployment).find(({ kind }) => kind === 'Deployment')!;
  const { terminationGracePeriodSeconds, containers } = deployment.spec.template.spec;
  const { server } = await load(examples.find(({ text }) => text.includes('shutdownWaitPeriod') && text.includes('LOG_LEVEL'))!.text);
  const stop = server.shutdownWaitPeriod.toMilliseconds() + server.shutdownGracePeriod.toMilliseconds();
  // Managed objects get ten seconds more.
  assert.ok(stop / 1000 + 10 < terminationGracePeriodSeconds, `${stop} ms do not fit`);
  const { startupProbe, readinessProbe, livenessProbe, ports } = containers[0]!;
  assert.deepEqual(
    [startupProbe, readinessProbe, livenessProbe].map(({ httpGet: { path, port } }) => `${path} on ${port}`),
    ['/alive on admin', '/ready on admin', '/alive on admin'],
  );
  assert.deepEqual(ports, [
    { name: 'http', containerPort: 8080 },
    { name: 'admin', containerPort: 8081 },
  ]);
});

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Deployment {
  readonly kind: string;
  readonly spec: {
    readonly template: {
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly containers: readonly {
          readonly startupProbe: Probe;
          readonly readinessProbe: Probe;
          readonly livenessProbe: Probe;
          readonly ports: readonly object[];
        }[];
      };
    };
  };
}

/** Reads what concerns the framework; the other keys are those of some application. */
async function load(text: string): Promise<Configuration> {
  const { subtypes, validator } = new Bootstrap(new AnyApplication());
  const known = new Set(Object.keys(new Configuration()));
  const ours = Object.entries(parse(text) as Record<string, unknown>).filter(([key]) => known.has(key));
  if (ours.length === 0) return new Configuration();
  const source = new TextConfigurationSource(stringify(Object.fromEntries(ours)));
  return (await loadConfiguration(Configuration, 'example.yml', { source, subtypes, validator, variables: {} })).configuration;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import type { ConfigurationClass } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { configurationYaml } from '../../src/configuration/configuration-yaml.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, listOf, mapOf } from '../../src/reflection/type-token.js';

// Which defaults count where the "type" of a section is set by a file, a variable or an override.

@JsonPolymorphic({ defaultType: 'memory' })
abstract class Store {
  @JsonProperty(Int) size: number = 1;
}

class Cache {
  @JsonProperty(Int) entries: number = 10;
  @JsonProperty eager: boolean = false;
}

@JsonTypeName('memory')
class MemoryStore extends Store {
  @JsonProperty cache: Cache = new Cache();
}

@JsonTypeName('disk')
class DiskStore extends Store {
  @JsonProperty folder: string = '/var';
  @JsonProperty cache: Cache = Object.assign(new Cache(), { entries: 1000 });
  @JsonProperty(listOf(String)) files: string[] = ['a', 'b'];
  constructor() {
    super();
    this.size = 100;
  }
}

@JsonTypeName('mirrored')
class MirroredStore extends Store {
  @JsonProperty inner: Store = Object.assign(new MemoryStore(), { size: 5 });
}

class Stores {
  @JsonProperty store: Store = Object.assign(new MemoryStore(), { size: 7 });
  @JsonProperty(listOf(Store)) list: Store[] = [Object.assign(new MemoryStore(), { size: 8 }), new MirroredStore()];
  @JsonProperty(mapOf(Store)) named: Map<string, Store> = new Map([['main', new MemoryStore()]]);
  @JsonProperty mirrored: MirroredStore = new MirroredStore();
}

const subtypes = new Subtypes().register(MemoryStore, DiskStore, MirroredStore);
const framework = new Bootstrap(
  new (class extends Application {
    override run(): void {}
  })(),
).subtypes;

async function load<C extends object>(
  type: ConfigurationClass<C>,
  known: Subtypes,
  text: string | undefined,
  overrides: readonly string[],
): Promise<C> {
  const loaded = await loadConfiguration(type, text === undefined ? undefined : 'config.yml', {
    source: new TextConfigurationSource(text ?? ''),
    subtypes: known,
    validator: { validate: () => [] },
    overrides: overrides.map((one) => ({ path: one.slice(0, one.indexOf('=')), value: one.slice(one.indexOf('=') + 1) })),
    variables: { TYPE: 'disk' },
  });
  assert.ok(configurationYaml(loaded).length > 0);
  return loaded.configuration;
}

const cases: readonly (readonly [what: string, text: string | undefined, overrides: readonly string[], expected: Partial<Stores>])[] = [
  ['a type by override without a file', undefined, ['store.type=disk'], { store: new DiskStore() }],
  ['the type that the default has already', undefined, ['store.type=memory'], { store: Object.assign(new MemoryStore(), { size: 7 }) }],
  [
    'overrides before and after the type',
    undefined,
    ['store.size=2', 'store.type=disk', 'store.folder=/tmp'],
    { store: Object.assign(new DiskStore(), { size: 2, folder: '/tmp' }) },
  ],
  [
    'overrides of a section that both types have',
    undefined,
    ['store.cache.eager=true', 'store.type=disk'],
    { store: Object.assign(new DiskStore(), { cache: Object.assign(new Cache(), { entries: 1000, eager: true }) }) },
  ],
  [
    'an element of a list that only the chosen type has',
    undefined,
    ['store.type=disk', 'store.files[1]=c'],
    { store: Object.assign(new DiskStore(), { files: ['a', 'c'] }) },
  ],
  ['the type of an element of the defaults', undefined, ['list[0].type=disk'], { list: [new DiskStore(), new MirroredStore()] }],
  [
    'the type of an element of the defaults beside a file',
    'store: {size: 1}',
    ['list[0].type=disk', 'list[0].size=3'],
    { store: Object.assign(new MemoryStore(), { size: 1 }), list: [Object.assign(new DiskStore(), { size: 3 }), new MirroredStore()] },
  ],
  [
    'a type within a section of the defaults',
    undefined,
    ['list[1].inner.type=disk'],
    { list: [Object.assign(new MemoryStore(), { size: 8 }), Object.assign(new MirroredStore(), { inner: new DiskStore() })] },
  ],
  ['a type within a map', undefined, ['named.main.type=disk'], { named: new Map([['main', new DiskStore()]]) }],
  ['a type in the file', 'store: {type: disk}', [], { store: new DiskStore() }],
  ['a type from a variable', 'store: {type: "${TYPE}"}', [], { store: new DiskStore() }],
  [
    'a type by override where the file has the section',
    'store: {size: 3}',
    ['store.type=disk'],
    { store: Object.assign(new DiskStore(), { size: 3 }) },
  ],
  ['a type by override where the file has not', 'mirrored: {}', ['store.type=disk'], { store: new DiskStore() }],
  ['a type by override where the file leaves the section empty', 'store:', ['store.type=disk'], { store: new DiskStore() }],
  ['no type where a chosen class is declared', 'mirrored: {size: 3}', [], { mirrored: Object.assign(new MirroredStore(), { size: 3 }) }],
];
for (const [what, text, overrides, expected] of cases) {
  test(`defaults are those of the chosen class: ${what}`, async () => {
    assert.deepEqual(await load(Stores, subtypes, text, overrides), Object.assign(new Stores(), expected));
  });
}

test('a default whose class is not registered stays what it is when an override changes a part of it', async () => {
  class OwnStore extends Store {
    @JsonProperty extra: string = 'x';
  }
  class Own {
    @JsonProperty store: Store = new OwnStore();
  }
  const { store } = await load(Own, subtypes, undefined, ['store.size=3']);
  assert.deepEqual(store, Object.assign(new OwnStore(), { size: 3 }));
});

test('the framework: -Dsvc.server.type=simple takes the paths of the simple server', async () => {
  const { server } = await load(Configuration, framework, undefined, ['server.type=simple', 'server.connector.port=9000']);
  const { applicationContextPath, adminContextPath, connector } = server as unknown as Record<string, unknown>;
  assert.deepEqual(
    [server.constructor.name, applicationContextPath, adminContextPath, (connector as Record<string, unknown>)['port']],
    ['SimpleServerFactory', '/application', '/admin', 9000],
  );
});

test('the framework: connectors and appenders of the defaults take the defaults of another type', async () => {
  const overrides = ['server.applicationConnectors[0].type=https', 'logging.appenders[0].type=file'];
  for (const text of [undefined, 'metrics: {}']) {
    const { server, logging } = await load(Configuration, framework, text, overrides);
    const { applicationConnectors, adminConnectors } = server as unknown as Record<string, readonly { readonly port: number }[]>;
    assert.deepEqual(
      [applicationConnectors![0]!.constructor.name, applicationConnectors![0]!.port, adminConnectors![0]!.port],
      ['HttpsConnectorFactory', 8443, 8081],
    );
    const [appender] = logging.appenders as unknown as readonly Record<string, unknown>[];
    assert.deepEqual([appender!.constructor.name, String(appender!['bufferSize'])], ['FileAppenderFactory', '8 megabytes']);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConfigurationOverrideError } from '../../src/configuration/configuration-error.js';
import { ConfigurationReport } from '../../src/configuration/configuration-report.js';
import { applyOverrides } from '../../src/configuration/override.js';
import { parse } from '../../src/configuration/parse.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, listOf, mapOf, optional, recordOf, setOf } from '../../src/reflection/type-token.js';
import { Optional } from '../../src/values/optional.js';
import { plainValue } from './plain-value.js';

const file = `
name: Coda
type: [coder, wizard]
servers:
  - port: 80
  - port: 81
properties:
  debug: true
  settings.enabled: false
loggers:
  short: DEBUG
  com.long: {additive: true}
nothing:
matrix: [[1, 2], [3, 4]]
`;

class Connector {
  @JsonProperty type: string = 'http';
  @JsonProperty(Int) port: number = 8080;
}

class Deep {
  @JsonProperty(listOf(String)) hosts: string[] = ['localhost'];
  @JsonProperty(listOf(String)) none: string[] = [];
}

class Logger {
  @JsonProperty level: string = 'INFO';

  static fromScalar(value: unknown): Logger {
    return Object.assign(new Logger(), { level: String(value) });
  }
}

class Shape {
  @JsonProperty(listOf(Connector)) connectors: Connector[] = [new Connector()];
  @JsonProperty deep: Deep = new Deep();
  @JsonProperty(recordOf(Boolean)) properties: Record<string, boolean> = {};
  @JsonProperty(optional(mapOf(optional(Int)))) weights: Optional<Map<string, Optional<number>>> = Optional.absent();
  @JsonProperty(mapOf(URL)) links: Map<string, URL> = new Map();
  @JsonProperty(mapOf(Connector)) queues: Map<string, Connector> = new Map();
  @JsonProperty(mapOf(Logger)) loggers: Map<string, Logger> = new Map();
  @JsonProperty(setOf(String)) missing?: Set<string>;
}

const target = { type: Shape, subtypes: new Subtypes() };

function overridden(...settings: readonly string[]): unknown {
  const overrides = settings.map((setting) => {
    const at = setting.indexOf('=');
    return { path: setting.slice(0, at), value: setting.slice(at + 1) };
  });
  const report = new ConfigurationReport(
    'config.yml',
    overrides.map((override) => override.path),
  );
  const tree = applyOverrides(parse(file, report), overrides, target, report);
  if (!report.isEmpty) throw report.toError();
  return plainValue(tree);
}

const before = {
  name: 'Coda',
  type: ['coder', 'wizard'],
  servers: [{ port: 80 }, { port: 81 }],
  properties: { debug: true, 'settings.enabled': false },
  loggers: { short: 'DEBUG', 'com.long': { additive: true } },
  nothing: null,
  matrix: [
    [1, 2],
    [3, 4],
  ],
};

const accepted: readonly (readonly [what: string, settings: readonly string[], after: object])[] = [
  ['replaces a value', ['name=Coda Hale'], { name: 'Coda Hale' }],
  ['takes an empty value as empty text', ['name='], { name: '' }],
  ['adds a key that the file does not have', ['age=30'], { age: '30' }],
  ['adds the objects on the way', ['logging.level.com=DEBUG'], { logging: { level: { com: 'DEBUG' } } }],
  ['replaces an explicit null', ['nothing=x'], { nothing: 'x' }],
  ['reaches below a key with nothing behind it', ['nothing.first.second=x'], { nothing: { first: { second: 'x' } } }],
  ['makes a list empty', ['type=[]'], { type: [] }],
  ['makes a list empty that only the class has', ['deep.hosts=[]', 'missing= [] '], { deep: { hosts: [] }, missing: [] }],
  ['takes brackets for text where there is no list', ['name=[]'], { name: '[]' }],
  ['splits a value for a list at its commas', ['type=a,b,c'], { type: ['a', 'b', 'c'] }],
  ['keeps an escaped comma', ['type=a\\,b,c'], { type: ['a,b', 'c'] }],
  ['trims elements', ['type= a ,  b'], { type: ['a', 'b'] }],
  ['keeps empty elements', ['type=a,,b'], { type: ['a', '', 'b'] }],
  ['makes a list of one', ['type=a'], { type: ['a'] }],
  ['keeps commas and backslashes where there was no list', ['name=a\\,b,c'], { name: 'a\\,b,c' }],
  ['keeps commas where there was nothing', ['hosts=a,b'], { hosts: 'a,b' }],
  ['replaces an element', ['type[1]=overridden'], { type: ['coder', 'overridden'] }],
  ['replaces a field of an element', ['servers[0].port=7000'], { servers: [{ port: '7000' }, { port: 81 }] }],
  ['adds a field to an element', ['servers[1].host=x'], { servers: [{ port: 80 }, { port: 81, host: 'x' }] }],
  ['reaches into a list that only the class has', ['connectors[0].port=9'], { connectors: [{ type: 'http', port: '9' }] }],
  ['replaces an element of a list that only the class has', ['deep.hosts[0]=x'], { deep: { hosts: ['x'] } }],
  ['does not split at commas for a list that only the class has', ['deep.hosts=a,b'], { deep: { hosts: 'a,b' } }],
  [
    'replaces an element of a list in a list',
    ['matrix[1][0]=9'],
    {
      matrix: [
        [1, 2],
        ['9', 4],
      ],
    },
  ],
  ['finds a literal dotted key', ['properties.settings.enabled=true'], { properties: { debug: true, 'settings.enabled': 'true' } }],
  [
    'adds a dotted key that is written with backslashes',
    ['properties.a\\.b\\.c=x'],
    { properties: { debug: true, 'settings.enabled': false, 'a.b.c': 'x' } },
  ],
  [
    'takes the rest of the path for one key of a map of values',
    ['properties.a.b.c=x', 'weights.x.y=1', 'links.a.b[0]=http://localhost/'],
    {
      properties: { debug: true, 'settings.enabled': false, 'a.b.c': 'x' },
      weights: { 'x.y': '1' },
      links: { 'a.b[0]': 'http://localhost/' },
    },
  ],
  ['takes one step for a key of a map of sections', ['queues.a.port=1'], { queues: { a: { port: '1' } } }],
  [
    'takes the rest of the path for one key of a map whose values have a short form',
    ['loggers.org.other=INFO', 'loggers.short.level=WARN'],
    { loggers: { short: 'DEBUG', 'com.long': { additive: true }, 'org.other': 'INFO', 'short.level': 'WARN' } },
  ],
  [
    'reaches below a key of such a map that is there, or whose end an escaped dot shows',
    ['loggers.com.long.additive=false', 'loggers.org\\.new.additive=false'],
    { loggers: { short: 'DEBUG', 'com.long': { additive: 'false' }, 'org.new': { additive: 'false' } } },
  ],
  ['takes the last of the same path', ['name=a', 'name=b'], { name: 'b' }],
  ['goes in the order given', ['type=x,y,z', 'type[2]=w'], { type: ['x', 'y', 'w'] }],
  [
    'takes __proto__ for a key like any other',
    ['properties.__proto__=x'],
    { properties: { debug: true, 'settings.enabled': false, ['__proto__']: 'x' } },
  ],
];
for (const [what, settings, after] of accepted) {
  test(`an override ${what}`, () => assert.deepEqual(overridden(...settings), { ...before, ...after }));
}

const refused: readonly (readonly [what: string, setting: string, message: string])[] = [
  ['an index equal to the size', 'servers[2].port=1', 'Unable to override servers[2].port; index is greater than size of array.'],
  ['an index on a missing key', 'hosts[0]=1', 'Unable to override hosts[0]; node with index not found.'],
  ['an index that not even the class has', 'deep.none[0]=1', 'Unable to override deep.none[0]; node with index not found.'],
  ['an index on a value that is no list', 'name[0]=1', 'Unable to override name[0]; node with index is not an array.'],
  ['a path through a list without index', 'servers.port=1', 'Unable to override servers.port; target is an array but no index specified'],
  ['a path through a value', 'name.first=1', "Unable to override name.first; it's not a valid path."],
  ['an index on a key with nothing behind it', 'nothing[0]=1', 'Unable to override nothing[0]; node with index is not an array.'],
  ['an empty part', 'a..b=1', 'Unable to override a..b; a part of its path is empty.'],
  ['an index that is no number', 'type[x]=1', 'Unable to override type[x]; an index is a whole number, as in name[0].'],
  ['a path without end', `${'a.'.repeat(500)}a=1`, `Unable to override ${'a.'.repeat(500)}a; its path is too long.`],
];
for (const [what, setting, message] of refused) {
  test(`an override with ${what} is refused by name`, () => {
    assert.throws(() => overridden(setting), { name: 'ConfigurationOverrideError', code: 'KEELSON_CONFIGURATION_OVERRIDE', message });
  });
}

test('all bad overrides are named at once, each once, and never their values', () => {
  assert.throws(
    () => overridden('name[0]=secret', 'name=ok', 'hosts[0]=secret', 'name[0]=secret'),
    (error) =>
      error instanceof ConfigurationOverrideError &&
      error.message ===
        'Unable to override name[0]; node with index is not an array.\nUnable to override hosts[0]; node with index not found.',
  );
});

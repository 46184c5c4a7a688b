import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { ConfigurationError } from '../../src/configuration/configuration-error.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import type { ConfigurationClass } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import type { Override } from '../../src/configuration/override.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, Json, Long, mapOf, enumOf, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import { NotNull } from '../../src/validation/presence-constraints.js';
import type { Violation } from '../../src/validation/violation.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

enum Mode {
  Fast = 'fast',
  VerySlow = 'very slow',
}

@JsonPolymorphic({ defaultType: 'memory' })
abstract class Store {
  @JsonProperty size: number = 10;
}

@JsonTypeName('memory')
class MemoryStore extends Store {
  @JsonProperty volatile: boolean = true;
}

@JsonTypeName('disk')
class DiskStore extends Store {
  @JsonProperty folder: string = '/var';
}

class Queue {
  @JsonProperty host: string = 'localhost';
  @JsonProperty(Int) port = 5672;
  @JsonProperty @Secret token?: string;
  @JsonProperty(optional(Duration)) pause: Optional<Duration> = Optional.absent();
}

class Sample {
  @JsonProperty name: string = 'sample';
  @JsonProperty ratio: number = 0.5;
  @JsonProperty(Int) count = 1;
  @JsonProperty(Long) big = 1;
  @JsonProperty(BigInt) huge = 1n;
  @JsonProperty active: boolean = true;
  @JsonProperty(enumOf(Mode)) mode = Mode.Fast;
  @JsonProperty timeout: Duration = Duration.seconds(30);
  @JsonProperty limit: DataSize = DataSize.parse('1KiB');
  @JsonProperty(listOf(String)) hosts = ['a', 'b'];
  @JsonProperty(setOf(Int)) ports = new Set([1]);
  @JsonProperty(recordOf(String)) properties: Record<string, string> = {};
  @JsonProperty(mapOf(Int)) weights = new Map<string, number>();
  @JsonProperty(Json) anything: unknown = null;
  @JsonProperty queue: Queue = new Queue();
  @JsonProperty(listOf(Queue)) queues: Queue[] = [];
  @JsonProperty store: Store = new MemoryStore();
  @JsonProperty('foo') baz?: string;
  @JsonProperty @NotNull required: string = 'x';
  @JsonProperty keyStorePassword?: string;
  invisible = 1;
}

const subtypes = new Subtypes().register(MemoryStore, DiskStore);

interface Asked {
  readonly path?: string;
  readonly overrides?: readonly string[];
  readonly variables?: Record<string, string>;
  readonly violations?: readonly Partial<Violation>[];
}

async function load<C extends object = Sample>(
  text: string | undefined,
  asked: Asked = {},
  type: ConfigurationClass<C> = Sample as never,
): Promise<C> {
  const overrides = (asked.overrides ?? []).map((setting): Override => {
    const at = setting.indexOf('=');
    return { path: setting.slice(0, at), value: setting.slice(at + 1) };
  });
  const { configuration } = await loadConfiguration(type, text === undefined ? undefined : (asked.path ?? 'config.yml'), {
    source: new TextConfigurationSource(text ?? ''),
    subtypes,
    validator: { validate: () => (asked.violations ?? []) as readonly Violation[] },
    overrides,
    variables: asked.variables ?? {},
  });
  return configuration;
}

async function refusal(text: string | undefined, asked: Asked = {}, type?: ConfigurationClass<object>): Promise<string> {
  try {
    await load(text, asked, type as ConfigurationClass<Sample>);
  } catch (error) {
    assert.match((error as ConfigurationError).code, /^KEELSON_CONFIGURATION_/);
    return (error as Error).message;
  }
  throw new assert.AssertionError({ message: 'the configuration was accepted' });
}

test('every kind of field is bound from YAML', async () => {
  const sample = await load(`
name: 1.10
ratio: 2
count: 3
big: 9007199254740991
huge: 123456789012345678901234567890
active: false
mode: VERY SLOW
timeout: 5 minutes
limit: 8KiB
hosts: [x, 2]
ports: [80, 81]
properties: {a: b, c.d: 1}
weights: {x: 1}
anything: {a: [1, null, {b: true}]}
queue: {port: 1, pause: 3s}
queues: [{host: h}, {}]
store: {type: disk, folder: /tmp, size: 3}
foo: bar
`);
  const expected = new Sample();
  Object.assign(expected, {
    name: '1.10',
    ratio: 2,
    count: 3,
    big: 9007199254740991,
    huge: 123456789012345678901234567890n,
    active: false,
    mode: Mode.VerySlow,
    timeout: Duration.minutes(5),
    limit: DataSize.parse('8KiB'),
    hosts: ['x', '2'],
    ports: new Set([80, 81]),
    properties: { a: 'b', 'c.d': '1' },
    weights: new Map([['x', 1]]),
    anything: { a: [1, null, { b: true }] },
    queue: Object.assign(new Queue(), { port: 1, pause: Optional.of(Duration.seconds(3)) }),
    queues: [Object.assign(new Queue(), { host: 'h' }), new Queue()],
    store: Object.assign(new DiskStore(), { folder: '/tmp', size: 3 }),
    baz: 'bar',
  });
  assert.deepEqual(sample, expected);
});

test('what the file leaves out keeps the default of the class', async () => {
  assert.deepEqual(await load('name: sample'), new Sample());
});

test('without a file, the defaults count, and overrides reach into them', async () => {
  assert.deepEqual(await load(undefined), new Sample());
  const sample = await load(undefined, { overrides: ['hosts=x,y', 'queue.port=1', 'store.size=7', 'ports[0]=9', 'timeout=1s'] });
  const expected = Object.assign(new Sample(), {
    hosts: ['x', 'y'],
    queue: Object.assign(new Queue(), { port: 1 }),
    store: Object.assign(new MemoryStore(), { size: 7 }),
    ports: new Set([9]),
    timeout: Duration.seconds(1),
  });
  assert.deepEqual(sample, expected);
});

test('without a file, an override leaves the defaults beside it as the instances that they are', async () => {
  class Shade {
    private constructor(readonly name: string) {}
    static readonly grey = new Shade('grey');
    static fromJson(): Shade {
      throw new Error('a default needs no reading');
    }
    toJSON(): string {
      return this.name;
    }
  }
  class Picture {
    @JsonProperty shade: Shade = Shade.grey;
    @JsonProperty title: string = 'untitled';
  }
  const { shade, title } = await load(undefined, { overrides: ['title=Dusk'] }, Picture);
  assert.equal(shade, Shade.grey);
  assert.equal(title, 'Dusk');
});

test('without a file, overrides reach through what the class leaves empty', async () => {
  class Bare {
    @JsonProperty queue?: Queue;
    @JsonProperty(listOf(String)) hosts?: string[];
  }
  assert.deepEqual(
    await load(undefined, { overrides: ['queue.host=h'] }, Bare),
    Object.assign(new Bare(), { queue: Object.assign(new Queue(), { host: 'h' }) }),
  );
  assert.equal(
    await refusal(undefined, { overrides: ['queue[0]=x', 'hosts[0]=x'] }, Bare),
    'Unable to override queue[0]; node with index not found.\nUnable to override hosts[0]; node with index not found.',
  );
});

test('an override that forgot to escape the dot of a key is told so', async () => {
  class Named {
    @JsonProperty(mapOf(Queue)) queues: Map<string, Queue> = new Map();
  }
  assert.equal(
    await refusal('queues: {}', { overrides: ['queues.com.example.host=x'] }, Named),
    `config.yml has an error:
  * Unrecognized field at: queues.com.example; a dot that belongs to a key is written "\\." (-Dsvc.queues.com.example.host)
    Did you mean?:
      - pause
      - host
      - port
      - token`,
  );
});

test('an override may choose another class than the default one', async () => {
  const { store } = await load(undefined, { overrides: ['store.size=7', 'store.type=disk', 'store.folder=/tmp'] });
  assert.deepEqual(store, Object.assign(new DiskStore(), { size: 7, folder: '/tmp' }));
});

test('a file not ending in .yml or .yaml is strict JSON', async () => {
  assert.equal((await load('{"name": "x", "count": 3}', { path: 'config.json' })).count, 3);
  assert.equal((await load('name: x', { path: 'config.YAML' })).name, 'x');
  assert.equal(
    await refusal('{\n  // a comment\n  "name": "x"\n}', { path: 'config.conf' }),
    'config.conf has an error:\n  * Malformed JSON at line: 2, column: 3; expected a property name in double quotes, found "/"; only files that end in .yml or .yaml are read as YAML (config.conf:2:3)',
  );
  assert.equal(
    await refusal('{"name": "x",\n "name": "y"}', { path: 'config.json' }),
    'config.json has an error:\n  * Duplicate field: name; it is already set in line 1, remove one of them (config.json:2:2)',
  );
  assert.match(
    await refusal('['.repeat(100_000), { path: 'config.json' }),
    /^config\.json has an error:\n {2}\* Malformed JSON at line: 1/,
  );
  assert.match(
    await refusal(`{"anything": ${'['.repeat(500)}${']'.repeat(500)}}`, { path: 'c.json' }),
    /nested more than 100 deep \(c\.json:1:114\)/,
  );
});

test('text from overrides and variables is read as the declared type', async () => {
  const sample = await load('count: ${COUNT}\nactive: ${ACTIVE:-false}\nhosts: [a]', {
    variables: { COUNT: '42' },
    overrides: ['ratio=1e3', 'mode=fast', 'store.type=disk', 'properties.a\\.b=c', 'hosts=x'],
  });
  assert.deepEqual(
    [sample.count, sample.active, sample.ratio, sample.mode, sample.store instanceof DiskStore, sample.properties, sample.hosts],
    [42, false, 1000, Mode.Fast, true, { 'a.b': 'c' }, ['x']],
  );
});

test('properties that nobody declared are refused with the known ones, the nearest first', async () => {
  assert.equal(
    await refusal('propertis: {}\nqueue: {hots: x}\nstore: {typ: disk}'),
    `config.yml has the following errors:
  * Unrecognized field at: propertis (config.yml:1:1)
    Did you mean?:
      - properties
      - ports
      - hosts
      - ratio
      - count
        [15 more]
  * Unrecognized field at: queue.hots (config.yml:2:9)
    Did you mean?:
      - host
      - port
      - pause
      - token
  * Unrecognized field at: store.typ (config.yml:3:9)
    Did you mean?:
      - type
      - size
      - volatile`,
  );
});

test('of ten thousand mistakes the first hundred are told', async () => {
  const text = await refusal(Array.from({ length: 10_000 }, (_, index) => `key${index}: 1`).join('\n'));
  const lines = text.split('\n').filter((line) => /^ {2}\S/.test(line));
  assert.deepEqual(
    [lines.length, lines[99], lines[100]],
    [101, '  * Unrecognized field at: key99 (config.yml:100:1)', '  [9900 more errors]'],
  );
});

test('__proto__ as a key of the configuration: keys that could reach a prototype are unknown wherever they stand', async () => {
  assert.equal(
    await refusal('properties: {__proto__: x}\nanything: {constructor: {__proto__: 1}}\n__proto__: {polluted: 1}\ninvisible: 2').then(
      (text) =>
        text
          .split('\n')
          .filter((line) => line.startsWith('  *'))
          .join('\n'),
    ),
    `  * Unrecognized field at: properties.__proto__ (config.yml:1:14)
  * Unrecognized field at: anything.constructor.__proto__ (config.yml:2:26)
  * Unrecognized field at: __proto__ (config.yml:3:1)
  * Unrecognized field at: invisible; Sample.invisible is not marked @JsonProperty (config.yml:4:1)`,
  );
});

test('values of the wrong type are all named, with what was expected and found', async () => {
  assert.equal(
    await refusal(`
count: many
big: 9007199254740993
active: 1
mode: medium
timeout: 5 parsecs
hosts: x
ports: [80, x]
properties: []
queue: 3
queues: [{port: 1.5}]
name: {a: 1}
ratio:
`),
    `config.yml has the following errors:
  * Incorrect type of value at: count; is of type: text ("many"), expected: whole number of 32 bits (config.yml:2:8)
  * Incorrect type of value at: big; is of type: number ("9007199254740993"), expected: whole number from -(2^53-1) to 2^53-1 (config.yml:3:6)
  * Incorrect type of value at: active; is of type: number ("1"), expected: true or false (config.yml:4:9)
  * Incorrect type of value at: mode; is of type: text ("medium"), expected: one of [fast, very slow] (config.yml:5:7)
  * Incorrect type of value at: timeout; is of type: text ("5 parsecs"), expected: duration, as in "30 seconds"; Invalid duration: 5 parsecs. Wrong time unit; use ns, us, ms, s, m, h, d or their names (config.yml:6:10)
  * Incorrect type of value at: hosts; is of type: text ("x"), expected: list of text (config.yml:7:8)
  * Incorrect type of value at: ports[1]; is of type: text ("x"), expected: whole number of 32 bits (config.yml:8:13)
  * Incorrect type of value at: properties; is of type: list, expected: map of text (config.yml:9:13)
  * Incorrect type of value at: queue; is of type: number ("3"), expected: map with the keys of Queue (config.yml:10:8)
  * Incorrect type of value at: queues[0].port; is of type: number ("1.5"), expected: whole number of 32 bits (config.yml:11:17)
  * Incorrect type of value at: name; is of type: map, expected: text (config.yml:12:7)
  * Incorrect type of value at: ratio; is of type: null, expected: number (config.yml:13:7)`,
  );
});

test('whole numbers in text are taken exactly or not at all', async () => {
  const given = (value: string) =>
    load('name: x', { overrides: [`count=${value}`, `big=${value}`] }).then(({ count, big }) => [count, big]);
  for (const [text, value] of [
    ['+5', 5],
    ['5.000', 5],
    ['.0', 0],
    ['1.5e1', 15],
    ['1500e-2', 15],
    ['-0.0001e4', -1],
  ] as const) {
    assert.deepEqual(await given(text), [value, value], text);
  }
  for (const text of ['0.99999999999999999999', '9007199254740990.6', '1e-30', '15e-1', '.', '', '1e', '0x1']) {
    assert.match(
      await refusal('name: x', { overrides: [`big=${text}`] }),
      /Incorrect type of value at: big; .* expected: whole number/,
      text,
    );
  }
});

test('a bad override or variable is named as the place of the value, and the variable is not shown', async () => {
  assert.equal(
    await refusal('count: ${COUNT}', { variables: { COUNT: 'hush' }, overrides: ['ratio=x', 'lvel=3'] }).then((text) =>
      text.replace(/ {4}Did[^*]*$/, ''),
    ),
    `config.yml has the following errors:
  * Incorrect type of value at: count; is of type: text, expected: whole number of 32 bits (config.yml:1:8, from environment variable COUNT)
  * Incorrect type of value at: ratio; is of type: text ("x"), expected: number (-Dsvc.ratio)
  * Unrecognized field at: lvel (-Dsvc.lvel)
`,
  );
});

test('secrets appear in no message', async () => {
  const messages = await refusal('queue: {token: [hush]}\nkeyStorePassword: {hush: hush}', { overrides: ['hosts=a,b'] });
  assert.equal(
    messages,
    `config.yml has the following errors:
  * Incorrect type of value at: queue.token; is of type: list, expected: text (config.yml:1:16)
  * Incorrect type of value at: keyStorePassword; is of type: map, expected: text (config.yml:2:19)
  * Incorrect type of value at: hosts; is of type: text ("a,b"), expected: list of text; an override can give a list by commas only where the file has a list (-Dsvc.hosts)`,
  );
});

test('an unknown type is refused with the known ones', async () => {
  assert.equal(
    await refusal('store: {type: dusk}'),
    `config.yml has an error:
  * Unknown type at: store.type; there is no 'dusk' (config.yml:1:15)
    Did you mean?:
      - disk
      - memory`,
  );
});

test('a key with nothing behind it takes the value away where the class can do without', async () => {
  const sample = await load('foo:\nqueue: {pause: , token: }\nrequired:');
  assert.deepEqual(
    [sample.baz, sample.queue.pause.isPresent(), sample.queue.token, sample.required],
    [undefined, false, undefined, undefined],
  );
});

test('violations are sorted, named by field, and placed where their values stand', async () => {
  const property = (name: string) => ({ kind: 'property', name }) as const;
  const violations = [
    { path: 'queue.port', nodes: [property('queue'), property('port')], message: 'must be greater than or equal to 1' },
    { path: 'baz', nodes: [property('baz')], message: 'may not be null' },
    { path: 'baz', nodes: [property('baz')], message: 'may not be null' },
    {
      path: 'queues[1].host',
      nodes: [property('queues'), { kind: 'index', index: 1 } as const, property('host')],
      message: 'may not be empty',
    },
    { path: 'properties[a]', nodes: [property('properties'), { kind: 'key', key: 'a' } as const], message: 'is odd' },
    { path: 'name', nodes: [property('name')], message: 'may not be empty' },
    { path: '', nodes: [], message: 'all wrong', validationMethod: 'isRight' },
  ];
  assert.equal(
    await refusal('foo:\nqueues:\n  - {}\n  - host: ""\nproperties:\n  a: b\n', { violations, overrides: ['queue.port=0'] }),
    `config.yml has the following errors:
  * all wrong
  * baz may not be null (config.yml:1:5)
  * name may not be empty
  * properties[a] is odd (config.yml:6:6)
  * queue.port must be greater than or equal to 1 (-Dsvc.queue.port)
  * queues[1].host may not be empty (config.yml:4:11)`,
  );
  assert.equal(await refusal(undefined, { violations: [violations[1]!] }), 'default configuration has an error:\n  * baz may not be null');
});

test('a key of which only @NotNull says something causes a warning, since it may be an enum', async () => {
  class Ambiguous {
    @NotNull mode: Mode = Mode.Fast;
    @JsonProperty @NotNull name: string = '';
  }
  const warnings: string[] = [];
  const listen = ({ message }: Error) => warnings.push(message);
  process.on('warning', listen);
  assert.equal(await refusal('name: x', {}, Ambiguous).catch(() => 'loaded'), 'loaded');
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  assert.equal(warnings.length, 1);
  assert.match(warnings[0]!, /^Ambiguous\.mode: @NotNull alone does not tell text or a number from an enum/);
});

test('a class whose types are unknown at run time is refused, all fields at once', async () => {
  class Unclear {
    @JsonProperty(listOf(String)) fine: string[] = [];
    @JsonProperty(Json) also: unknown = null;
    declare tags: string[];
    declare choice: Mode | undefined;
  }
  (JsonProperty as unknown as PropertyDecorator)(Unclear.prototype, 'tags');
  (JsonProperty as unknown as PropertyDecorator)(Unclear.prototype, 'choice');
  assert.match(
    await refusal('fine: []', {}, Unclear),
    /^Unclear\.tags: the compiler wrote down nothing .*\nUnclear\.choice: the compiler wrote down nothing .*$/,
  );
});

test('a class that cannot be made is refused by name', async () => {
  class Broken {
    constructor() {
      throw new Error('no');
    }
  }
  assert.equal(await refusal('a: 1', {}, Broken), "Unable to create an instance of the configuration class: 'Broken'; no");
});

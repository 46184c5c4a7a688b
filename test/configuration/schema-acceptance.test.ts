import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';

import { ConformanceApplication } from '../../examples/conformance/conformance-application.js';
import { HelloWorldApplication } from '../../examples/hello-world/hello-world.js';
import { PeopleApplication } from '../../examples/people/people-application.js';
import { Application } from '../../src/application/application.js';
import { Bootstrap } from '../../src/application/bootstrap.js';
import { Configuration } from '../../src/application/configuration.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import type { ConfigurationClass } from '../../src/configuration/configuration-loader.js';
import { configurationSchema } from '../../src/configuration/configuration-schema.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, Json, Long, enumOf, listOf, mapOf, optional, recordOf, setOf } from '../../src/reflection/type-token.js';
import { DurationRange, MinDataSize } from '../../src/validation/amount-constraints.js';
import { AssertTrue } from '../../src/validation/boolean-constraints.js';
import { Each, Valid } from '../../src/validation/constraint-annotations.js';
import { constraint } from '../../src/validation/constraint.js';
import { DecimalMax, Digits, Max, Min, PortRange, Positive, Range } from '../../src/validation/number-constraints.js';
import { NotBlank, NotEmpty, NotNull, Null } from '../../src/validation/presence-constraints.js';
import { Email, Length, OneOf, Pattern, Size, URL as WebAddress, UUID } from '../../src/validation/text-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

// The schema and the service must agree about configuration files.

const variables = { WORD: 'word', NUMBER: '7', TYPE: 'disk', ADDRESS: 'postgres://localhost/people', GREETING: 'Hello' };

class Judge {
  private readonly check;

  constructor(
    private readonly type: ConfigurationClass<object>,
    private readonly subtypes: Subtypes,
  ) {
    // Strict mode refuses keywords that it does not know, and those that have no effect where they stand.
    this.check = new Ajv2020({ strict: true, allErrors: true }).compile(configurationSchema(type, subtypes));
  }

  schemaAccepts(text: string): boolean {
    return this.check(parse(text, { merge: true }));
  }

  /** What the schema says against the file. */
  objections(): string {
    return JSON.stringify(this.check.errors, undefined, 1);
  }

  async serviceAccepts(text: string): Promise<boolean> {
    return (await this.complaint(text)) === undefined;
  }

  /** What the service says against the file. */
  async complaint(text: string): Promise<string | undefined> {
    try {
      const { subtypes } = this;
      await loadConfiguration(this.type, 'c.yml', {
        source: new TextConfigurationSource(text),
        subtypes,
        validator: new Validator(),
        variables,
      });
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  }
}

function judgeOf(application: Application): Judge {
  const bootstrap = new Bootstrap(application);
  application.initialize(bootstrap);
  return new Judge(application.configurationClass, bootstrap.subtypes);
}

class BareApplication extends Application {
  override run(): void {}
}

const examples: readonly (readonly [file: string, application: () => Application])[] = [
  ['examples/hello-world/hello-world.yml', () => new HelloWorldApplication()],
  ['examples/conformance/conformance.yml', () => new ConformanceApplication()],
  ['examples/people/people.yml', () => new PeopleApplication()],
  ['examples/people/people-postgres.yml', () => new PeopleApplication()],
  ['benchmarks/http/with-request-log.yml', () => new BareApplication()],
  ['benchmarks/http/without-request-log.yml', () => new BareApplication()],
];
for (const [file, application] of examples) {
  test(`the schema of its application accepts ${file}`, () => {
    const judge = judgeOf(application());
    const accepted = judge.schemaAccepts(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8'));
    assert.ok(accepted, judge.objections());
  });
}

enum Mode {
  Fast = 'fast',
  VerySlow = 'very-slow',
}

enum Grade {
  Low,
  High = 10,
}

const Even = constraint<number>({
  name: 'Range',
  message: 'must be even',
  test: (value) => value % 2 === 0,
  schema: () => ({ multipleOf: 2 }),
});

@JsonPolymorphic({ defaultType: 'memory' })
abstract class Store {
  @JsonProperty(Int) @Min(1) size: number = 10;
}

@JsonTypeName('memory')
class MemoryStore extends Store {}

@JsonTypeName('disk')
class DiskStore extends Store {
  @JsonProperty @NotEmpty folder!: string;
  @JsonProperty(listOf(Store)) @Valid mirrors: Store[] = [];
}

@JsonPolymorphic()
abstract class Target {}

@JsonTypeName('disk')
class DiskTarget extends Target {
  @JsonProperty folder: string = '/';
}

class Logger {
  static readonly shortFormSchema = { type: 'string', pattern: '^[A-Z]+$' };
  @JsonProperty additive: boolean = true;

  static fromScalar(value: unknown): Logger {
    if (!/^[A-Z]+$/.test(String(value))) throw new RangeError('no level');
    return new Logger();
  }
}

class Part {
  @JsonProperty @NotEmpty host!: string;
  @JsonProperty(Int) @Max(9) port: number = 1;
}

class Everything {
  @JsonProperty plain: string = 'x';
  @JsonProperty @NotBlank name: string = 'x';
  @JsonProperty @Length({ min: 2, max: 4 }) short: string = 'abc';
  @JsonProperty @Pattern(/[a-z]+\d?/) @Length({ max: 5 }) pattern: string = 'abc';
  @JsonProperty @NotEmpty @Pattern('[a-z]*') @Pattern(/\w{3,}/) both: string = 'abc';
  @JsonProperty @Pattern('a\\-b') foreign: string = 'a-b';
  @JsonProperty @OneOf(['s', 'm']) one: string = 's';
  @JsonProperty @OneOf(['on', 'a.b'], { ignoreCase: true, ignoreWhitespace: true }) loose: string = 'on';
  @JsonProperty @Email mail: string = '';
  @JsonProperty @WebAddress web: string = '';
  @JsonProperty @WebAddress({ protocol: 'postgres' }) database: string = '';
  @JsonProperty @UUID id: string = '01234567-89ab-cdef-0123-456789abcdef';
  @JsonProperty(Int) @PortRange port: number = 8080;
  @JsonProperty(Int) @Min(5) @Min(1) @Max(100) @Range({ max: 50 }) limited: number = 5;
  @JsonProperty(Int) @Even even: number = 2;
  @JsonProperty(Long) big: number = 1;
  @JsonProperty(BigInt) huge: bigint = 1n;
  @JsonProperty @Positive @DecimalMax('0.5', { inclusive: false }) ratio: number = 0.25;
  @JsonProperty @Digits({ integer: 2, fraction: 0 }) digits: number = 1;
  @JsonProperty active: boolean = false;
  @JsonProperty @AssertTrue must: boolean = true;
  @JsonProperty(enumOf(Mode)) mode: Mode = Mode.Fast;
  @JsonProperty(enumOf(Mode)) @OneOf(['fast']) fast: Mode = Mode.Fast;
  @JsonProperty(enumOf(Grade)) grade: Grade = Grade.Low;
  @JsonProperty @DurationRange({ min: '1s', max: '1h' }) pause: Duration = Duration.seconds(30);
  @JsonProperty @MinDataSize('1 byte') size: DataSize = DataSize.bytes(1);
  @JsonProperty date: Date = new Date(0);
  @JsonProperty @Null never?: string;
  @JsonProperty nothing?: string;
  @JsonProperty @NotNull something: string = 'x';
  @JsonProperty(optional(Int)) @Min(1) maybe: Optional<number> = Optional.absent();
  @JsonProperty(optional(String)) @NotNull held: Optional<string> = Optional.absent();
  @JsonProperty(listOf(String)) @NotEmpty @Size({ max: 3 }) @Each(Length({ max: 3 })) list: string[] = ['a'];
  @JsonProperty(listOf(Int)) @Each(NotNull, Min(1)) numbers: number[] = [];
  @JsonProperty(listOf(listOf(Int))) grid: number[][] = [];
  @JsonProperty(setOf(String)) @Size({ min: 1, max: 2 }) set: Set<string> = new Set(['a']);
  @JsonProperty(recordOf(Int)) @Size({ max: 2 }) @Each(Max(9)) record: Record<string, number> = {};
  @JsonProperty(mapOf(Boolean)) map: Map<string, boolean> = new Map();
  @JsonProperty(mapOf(Logger)) loggers: Map<string, Logger> = new Map();
  @JsonProperty(Json) anything: unknown = null;
  @JsonProperty @Valid @NotNull part!: Part;
  @JsonProperty unchecked: Part = new Part();
  @JsonProperty @Valid spare?: Part;
  @JsonProperty(listOf(Part)) @Valid parts: Part[] = [];
  @JsonProperty @Valid store: Store = new MemoryStore();
  @JsonProperty @Valid disk: DiskStore = Object.assign(new DiskStore(), { folder: '/' });
  @JsonProperty target?: Target;
  @JsonProperty web2: URL = new URL('http://localhost/');
}

const subtypes = new Subtypes().register(MemoryStore, DiskStore, DiskTarget);
const judge = new Judge(Everything, subtypes);

/** For each key, values that are accepted, and values that are refused, as written in YAML. */
const written: Readonly<Record<string, readonly [accepted: readonly string[], refused: readonly string[]]>> = {
  plain: [
    ['x', '1', '1.10', 'true', '""', '${WORD}'],
    ['[]', '{}', ''],
  ],
  name: [
    ['x', '1', '${WORD}', '"${WORD}!"'],
    ['""', '"  "', ''],
  ],
  short: [
    ['ab', 'abcd', '12', '${WORD}', '"${NOPE:-abc}"', '"$${a"'],
    ['a', 'abcde', '""'],
  ],
  pattern: [
    ['abc', 'abc1', '${WORD}'],
    ['ABC', '"abc "', 'abcdef'],
  ],
  both: [
    ['abc', '${WORD}'],
    ['ab', 'ABC', '""'],
  ],
  foreign: [['a-b'], []],
  one: [
    ['s', 'm', '"${NOPE:-s}"'],
    ['S', 'x'],
  ],
  loose: [
    ['On', '" oN "', 'A.B'],
    ['axb', 'off'],
  ],
  mail: [
    ['""', 'a@b.example'],
    ['nobody', 'a@b@c'],
  ],
  web: [
    ['""', 'http://localhost/', 'HTTPS://x', 'ftp://x'],
    ['mailto:x', '/path'],
  ],
  database: [['""', 'postgres://localhost/x', 'POSTGRES://x', '${ADDRESS}'], ['http://x']],
  id: [['01234567-89AB-cdef-0123-456789abcdef'], ['01234567-89ab-cdef-0123', 'x']],
  port: [
    ['0', '1', '65535', '"8080"', '${NUMBER}'],
    ['-1', '65536', 'x', '1.5', '[]', ''],
  ],
  limited: [
    ['5', '50'],
    ['4', '51'],
  ],
  even: [['4'], ['3']],
  big: [
    ['9007199254740991', '"9007199254740991"', '1e3', '"1.5e1"'],
    ['1.5', '"1.5"', '9007199254740993000'],
  ],
  huge: [
    ['123456789012345678901234567890', '"-12"'],
    ['1.5', '"1.0"', 'x'],
  ],
  ratio: [
    ['0.1', '".4"', '1e-3'],
    ['0', '0.5', '.inf', '.nan', 'x'],
  ],
  digits: [
    ['12', '-99', '0'],
    ['123', '1.5'],
  ],
  active: [
    ['true', 'FALSE', '"true"', '" False "', '"${NOPE:-true}"'],
    ['yes', '1', ''],
  ],
  must: [['true'], ['false']],
  mode: [
    ['fast', 'FAST', '" f ast "', 'VerySlow', 'very-slow', 'VERY_SLOW', 'very.slow', '"${NOPE:-fast}"'],
    ['slow', '1', 'true', ''],
  ],
  fast: [['Fast'], ['very-slow']],
  grade: [
    ['Low', 'high', '0', '10', '"10"'],
    ['1', 'medium'],
  ],
  pause: [
    ['30 seconds', '5m', '" 1 h "', '${NOPE:-5s}'],
    ['30', 'lots', '5 parsecs', '5 M'],
  ],
  size: [
    ['8KiB', '10 kb', '1 MEGABYTE', '1b', '2 bytes', '3t'],
    ['8', 'lots', '8 KiBs', '1 kilo'],
  ],
  date: [
    ['2026-11-14', '"2026-11-14T06:42:35.123Z"'],
    ['yesterday', '2026', '14.11.2026'],
  ],
  never: [[''], ['x', '1']],
  nothing: [['', 'x'], ['[]']],
  something: [['x'], ['']],
  maybe: [
    ['', '1', '"1"'],
    ['0', 'x'],
  ],
  held: [['', 'x'], []],
  list: [
    ['[a]', '[a, "", 1]', '[null]', '["${NOPE:-abc}"]'],
    ['[]', '[a, b, c, d]', '[abcd]', 'a', '${WORD}', ''],
  ],
  numbers: [
    ['[]', '[1, "2"]'],
    ['[0]', '[null]', '[x]'],
  ],
  grid: [
    ['[[1], []]', '[null]'],
    ['[1]', '[[x]]'],
  ],
  set: [['[a]', '[a, a, a]', '[a, b]'], ['[]']],
  record: [
    ['{}', '{a: 1, b: "2"}', '{a: }'],
    ['{a: 10}', '{a: 1, b: 2, c: 3}', '[]'],
  ],
  map: [['{a: true}', '{a: "${NOPE:-false}"}'], ['{a: x}']],
  loggers: [
    ['{a: DEBUG}', '{a: {additive: false}}', '{a: {}, b: "${NOPE:-INFO}"}'],
    ['{a: debug}', '{a: {level: X}}', '{a: [1]}'],
  ],
  anything: [['', '1', '[{a: b}]', 'text'], []],
  part: [
    ['{host: x}', '{host: "${WORD}", port: 9}'],
    ['{}', '{host: ""}', '{host: x, port: 10}', '{host: x, prot: 1}', '', '1'],
  ],
  unchecked: [
    ['{}', '{host: "", port: 10}'],
    ['{prot: 1}', '{port: x}', ''],
  ],
  spare: [['', '{host: x}'], ['{}']],
  parts: [
    ['[]', '[{host: x}]', '[null]'],
    ['[{}]', '[x]'],
  ],
  store: [
    [
      '{}',
      '{size: 3}',
      '{type: memory}',
      '{type: disk, folder: /}',
      '{type: "${TYPE}", folder: /}',
      '{type: disk, folder: /, mirrors: [{}]}',
    ],
    ['{size: 0}', '{type: disk}', '{type: memory, folder: /}', '{type: dusk}', '{type: disk, folder: /, mirrors: [{size: 0}]}', '', 'x'],
  ],
  disk: [
    ['{type: disk, folder: /}', '{folder: /}'],
    ['{}', '{type: memory, folder: /}'],
  ],
  target: [
    ['', '{type: disk}'],
    ['{}', '{type: dusk}', '{folder: /}'],
  ],
  web2: [['http://localhost/'], []],
};

/** A file in which one key has the value. */
function fileWith(key: string, value: string): string {
  return `${key === 'part' ? '' : 'part: {host: x}\n'}${key}: ${value}\n`;
}

test('every key is tried', () => {
  assert.deepEqual(Object.keys(written), Object.keys((configurationSchema(Everything, subtypes) as { properties: object }).properties));
});

for (const [key, [accepted, refused]] of Object.entries(written)) {
  test(`schema and service agree about ${key}`, async () => {
    for (const value of accepted) {
      const text = fileWith(key, value);
      assert.equal(await judge.complaint(text), undefined);
      assert.ok(judge.schemaAccepts(text), `${text}${judge.objections()}`);
    }
    for (const value of refused) {
      const text = fileWith(key, value);
      assert.equal(await judge.serviceAccepts(text), false, text);
      assert.equal(judge.schemaAccepts(text), false, `the schema accepts ${text}`);
    }
  });
}

test('a section that is missing is refused where its class demands it', async () => {
  assert.deepEqual([await judge.serviceAccepts('plain: x'), judge.schemaAccepts('plain: x')], [false, false]);
});

test('the schema accepts every generated configuration that the service accepts', async () => {
  const values = [...new Set(Object.values(written).flatMap(([accepted, refused]) => [...accepted, ...refused]))].filter(
    // Not values of JSON, and so nothing that a schema can speak of.
    (one) => one !== '.inf' && one !== '.nan',
  );
  const entry = fc.constantFrom(...Object.keys(written)).chain((key) =>
    fc.tuple(
      fc.constant(key),
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...written[key]![0], ...(written[key]![0].length === 0 ? ['x'] : [])) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
        {
          weight: 1,
          arbitrary: fc
            .oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
            .map((one) => stringify(one).trimEnd()),
        },
      ),
    ),
  );
  const file = fc.uniqueArray(entry, { selector: ([key]) => key, maxLength: 4 }).map((entries) => {
    const lines = entries.some(([key]) => key === 'part') ? entries : [['part', '{host: x}'] as const, ...entries];
    return lines.map(([key, value]) => `${key}: ${value.replaceAll('\n', '\n  ')}\n`).join('');
  });
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(file, async (text) => {
      if (!(await judge.serviceAccepts(text))) return;
      accepted++;
      assert.ok(judge.schemaAccepts(text), `${text}${judge.objections()}`);
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 1000) },
  );
  assert.ok(accepted > 100, `only ${accepted} of the generated files were accepted`);
});

test('the framework: levels in any case, port 0, placeholders and connectors of all types', async () => {
  const application = new HelloWorldApplication();
  const bootstrap = new Bootstrap(application);
  application.initialize(bootstrap);
  const framework = new Judge(Configuration, bootstrap.subtypes);
  const accepted = [
    'logging: {level: debug, loggers: {a: "off", b: on, c: false, d: {level: Warn, additive: false}}}',
    'logging: {appenders: [{type: console, threshold: "${NOPE:-info}", target: STDERR}, {type: syslog, facility: Local0}]}',
    'logging: {appenders: [{type: "${NOPE:-console}"}]}',
    'server: {applicationConnectors: [{type: http, port: 0}, {type: h2c, port: "${NUMBER}"}]}',
    'server: {type: simple, connector: {type: http, port: 0}, maxRequestBodySize: 10 mb, shutdownGracePeriod: 5 s}',
    'server: {requestLog: {timeZone: Europe/Berlin, appenders: []}, gzip: {enabled: "true"}}',
    'metrics: {reporters: [{type: log, frequency: 1 minute}]}',
  ];
  for (const text of accepted) {
    assert.equal(await framework.complaint(text), undefined, text);
    assert.ok(framework.schemaAccepts(text), `${text}\n${framework.objections()}`);
  }
  const refused = [
    'logging: {level: loud}',
    'logging: {loggers: {a: loud}}',
    'logging: {appenders: [{type: consol}]}',
    'server: {maxRequestBodySize: lots}',
    'server: {type: simple, applicationConnectors: []}',
    'server: {applicationConnectors: [{type: http, port: 70000}]}',
    'server: {shutdownGracePeriod: 5}',
  ];
  for (const text of refused) {
    assert.equal(await framework.serviceAccepts(text), false, text);
    assert.equal(framework.schemaAccepts(text), false, `the schema accepts ${text}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { configurationSchema } from '../../src/configuration/configuration-schema.js';
import { Doc } from '../../src/json/doc.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, enumOf, listOf, mapOf, recordOf } from '../../src/reflection/type-token.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { group } from '../../src/validation/groups.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length, OneOf } from '../../src/validation/text-constraints.js';
import { Duration } from '../../src/values/duration.js';

enum Mode {
  Fast = 'fast',
  Slow = 'slow',
}

@JsonPolymorphic({ defaultType: 'memory' })
abstract class Store {
  @JsonProperty @Min(1) size: number = 10;
}

@JsonTypeName('memory')
class MemoryStore extends Store {}

@JsonTypeName('disk')
class DiskStore extends Store {
  @JsonProperty @NotEmpty folder!: string;
  @JsonProperty(listOf(Store)) mirrors: Store[] = [];
}

class Level {
  static readonly jsonSchema = { enum: ['LOW', 'HIGH'] };
  constructor(private readonly name: string) {}

  static fromJson(value: unknown): Level {
    return new Level(String(value));
  }

  toJSON(): string {
    return this.name;
  }
}

@Doc('A logger.')
class Logger {
  @JsonProperty additive: boolean = true;

  static fromScalar(): Logger {
    return new Logger();
  }
}

class Sample {
  @Doc('What greets.') @JsonProperty @NotEmpty template!: string;
  @JsonProperty('foo') @NotNull baz!: string;
  @JsonProperty(Int) @Min(1) @Max(65535) port: number = 8080;
  @JsonProperty(listOf(String)) @NotEmpty hosts: string[] = ['a'];
  @JsonProperty(recordOf(Int)) weights: Record<string, number> = {};
  @JsonProperty(enumOf(Mode)) mode: Mode = Mode.Fast;
  @JsonProperty level: Level = new Level('LOW');
  @JsonProperty logger: Logger = new Logger();
  @JsonProperty pause: Duration = Duration.seconds(30);
  @JsonProperty @Length({ min: 2, max: 5 }) short: string = 'abc';
  @JsonProperty @OneOf(['s', 'm']) size: string = 's';
  @JsonProperty @Secret token: string = 'hush';
  @JsonProperty @NotEmpty({ groups: group('Other') }) elsewhere?: string;
  @JsonProperty @Valid store: Store = new MemoryStore();
}

const subtypes = new Subtypes().register(MemoryStore, DiskStore);

const variable = { $ref: '#/$defs/variable' };
const orVariable = (...schemas: readonly object[]) => ({ anyOf: [...schemas, variable] });
const text = { $ref: '#/$defs/text' };
const wholeNumber = (limits: object) => orVariable({ type: 'integer', ...limits }, { $ref: '#/$defs/wholeNumberText' });
const constrainedText = (keywords: object) => orVariable({ type: 'string', ...keywords }, { type: 'number' }, { type: 'boolean' });
const orNull = ({ anyOf }: { readonly anyOf: readonly object[] }) => ({ anyOf: [...anyOf, { type: 'null' }] });

test('the schema has every key with type, default, constraints and description, and every section that a type can choose', () => {
  const { $defs, ...schema } = configurationSchema(Sample, subtypes) as { readonly $defs: Readonly<Record<string, object>> };
  assert.deepEqual(schema, {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sample',
    type: 'object',
    properties: {
      template: { ...constrainedText({ minLength: 1 }), description: 'What greets.' },
      foo: text,
      port: { ...wholeNumber({ minimum: 1, maximum: 65535 }), default: 8080 },
      hosts: { type: 'array', items: { anyOf: [text, { type: 'null' }] }, minItems: 1, default: ['a'] },
      weights: {
        type: 'object',
        additionalProperties: orNull(wholeNumber({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })),
        default: {},
      },
      mode: {
        ...orVariable(
          { enum: ['fast', 'slow'] },
          {
            type: 'string',
            pattern:
              '^\\s*(?:[Ff]\\s*[Aa]\\s*[Ss]\\s*[Tt]|[Ff]\\s*[Aa]\\s*[Ss]\\s*[Tt]|[Ss]\\s*[Ll]\\s*[Oo]\\s*[Ww]|[Ss]\\s*[Ll]\\s*[Oo]\\s*[Ww])\\s*$',
          },
        ),
        default: 'fast',
      },
      level: { ...orVariable({ enum: ['LOW', 'HIGH'] }), default: 'LOW' },
      logger: orVariable({ $ref: '#/$defs/LoggerUnchecked' }, text),
      pause: { ...orVariable(Duration.jsonSchema), default: '30 seconds' },
      short: { ...constrainedText({ minLength: 2, maxLength: 5 }), default: 'abc' },
      size: { ...constrainedText({ enum: ['s', 'm'] }), default: 's' },
      token: text,
      elsewhere: { anyOf: [text, { type: 'null' }] },
      store: { $ref: '#/$defs/Store' },
    },
    required: ['template', 'foo'],
    additionalProperties: false,
  });
  const named = (name: string) => ({ ...orVariable({ const: name }), description: 'Chooses the kind of this section.' });
  const size = { ...orVariable({ type: 'number', minimum: 1 }, { $ref: '#/$defs/numberText' }), default: 10 };
  assert.deepEqual($defs['LoggerUnchecked'], {
    type: 'object',
    description: 'A logger.',
    properties: { additive: { ...orVariable({ type: 'boolean' }, { $ref: '#/$defs/booleanText' }), default: true } },
    additionalProperties: false,
  });
  assert.deepEqual($defs['Store'], {
    anyOf: [
      { type: 'object', properties: { type: named('memory'), size }, additionalProperties: false },
      {
        type: 'object',
        properties: {
          type: named('disk'),
          size,
          folder: constrainedText({ minLength: 1 }),
          mirrors: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/StoreUnchecked' }, { type: 'null' }] }, default: [] },
        },
        required: ['type', 'folder'],
        additionalProperties: false,
      },
    ],
  });
});

test('the defaults of secrets are in no schema, wherever they stand', () => {
  class Account {
    @JsonProperty name: string = 'root';
    @JsonProperty @Secret pin: string = 'hush';
    @JsonProperty keyStorePassphrase: string = 'hush';
  }
  class Accounts {
    @JsonProperty @Secret code: string = 'hush';
    @JsonProperty apiKey: string = 'hush';
    @JsonProperty account: Account = new Account();
    @JsonProperty(listOf(Account)) accounts: Account[] = [new Account()];
    @JsonProperty(mapOf(listOf(Account))) named: Map<string, Account[]> = new Map([['a', [new Account()]]]);
    @JsonProperty(mapOf(String)) properties: Map<string, string> = new Map([
      ['db.password', 'hush'],
      ['user', 'root'],
    ]);
  }
  const schema = configurationSchema(Accounts, new Subtypes());
  assert.doesNotMatch(JSON.stringify(schema), /hush/);
  const { accounts, named, properties } = schema['properties'] as Readonly<Record<string, { readonly default: unknown }>>;
  assert.deepEqual(
    [accounts!.default, named!.default, properties!.default],
    [[{ name: 'root' }], { a: [{ name: 'root' }] }, { user: 'root' }],
  );
});

test('two classes of one name have definitions of their own', () => {
  const other = (() => {
    class Logger {
      @JsonProperty(Int) other: number = 1;
    }
    return Logger;
  })();
  class Both {
    @JsonProperty(Logger) @Valid one: Logger = new Logger();
    @JsonProperty(other) @Valid two: object = new other();
  }
  const { properties, $defs } = configurationSchema(Both, new Subtypes()) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  assert.deepEqual(properties!['two'], { $ref: '#/$defs/Logger2' });
  assert.deepEqual(Object.keys(($defs!['Logger2'] as { readonly properties: object }).properties), ['other']);
});

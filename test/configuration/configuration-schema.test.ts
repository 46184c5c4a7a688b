import assert from 'node:assert/strict';
import { test } from 'node:test';

import { configurationSchema } from '../../src/configuration/configuration-schema.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, enumOf, listOf, recordOf } from '../../src/reflection/type-token.js';
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

class Logger {
  @JsonProperty additive: boolean = true;

  static fromScalar(): Logger {
    return new Logger();
  }
}

class Sample {
  @JsonProperty @NotEmpty template!: string;
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

test('the schema has every key with type, default and constraints, and every section that a type can choose', () => {
  const variable = {
    type: 'string',
    pattern: '\\$\\{[^}]+\\}',
    description: 'taken from an environment variable: ${NAME} or ${NAME:-default}',
  };
  const orVariable = (schema: object) => ({ anyOf: [schema, { $ref: '#/$defs/variable' }] });
  const size = { ...orVariable({ type: 'number', minimum: 1 }), default: 10 };
  assert.deepEqual(configurationSchema(Sample, new Subtypes().register(MemoryStore, DiskStore)), {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Sample',
    type: 'object',
    properties: {
      template: { type: 'string', minLength: 1 },
      foo: { type: 'string' },
      port: { ...orVariable({ type: 'integer', minimum: 1, maximum: 65535 }), default: 8080 },
      hosts: { type: 'array', items: { type: 'string' }, minItems: 1, default: ['a'] },
      weights: {
        type: 'object',
        additionalProperties: orVariable({ type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }),
        default: {},
      },
      mode: { ...orVariable({ enum: ['fast', 'slow'] }), default: 'fast' },
      level: { ...orVariable({ enum: ['LOW', 'HIGH'] }), default: 'LOW' },
      logger: { anyOf: [{ $ref: '#/$defs/Logger' }, { type: ['string', 'number', 'boolean'] }] },
      pause: { type: 'string', description: 'a duration, as in "30 seconds"', default: '30 seconds' },
      short: { type: 'string', minLength: 2, maxLength: 5, default: 'abc' },
      size: { type: 'string', enum: ['s', 'm'], default: 's' },
      token: { type: 'string' },
      elsewhere: { type: 'string' },
      store: { $ref: '#/$defs/Store' },
    },
    required: ['template', 'foo'],
    additionalProperties: false,
    $defs: {
      variable,
      Logger: {
        type: 'object',
        properties: { additive: { ...orVariable({ type: 'boolean' }), default: true } },
        additionalProperties: false,
      },
      Store: {
        oneOf: [
          { type: 'object', properties: { type: { const: 'memory' }, size }, additionalProperties: false },
          {
            type: 'object',
            properties: {
              type: { const: 'disk' },
              size,
              folder: { type: 'string', minLength: 1 },
              mirrors: { type: 'array', items: { $ref: '#/$defs/Store' }, default: [] },
            },
            required: ['type', 'folder'],
            additionalProperties: false,
          },
        ],
      },
    },
  });
});

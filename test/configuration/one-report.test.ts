import assert from 'node:assert/strict';
import { test } from 'node:test';

import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import type { ConfigurationClass } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, Json, listOf, mapOf, optional, setOf } from '../../src/reflection/type-token.js';
import { Each, Valid, ValidationMethod } from '../../src/validation/constraint-annotations.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Length, Size } from '../../src/validation/text-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { Optional } from '../../src/values/optional.js';

// All that is wrong stands in one report, whichever step finds it.

@JsonPolymorphic()
abstract class Store {
  @JsonProperty(Int) @Min(1) size: number = 1;
}

@JsonTypeName('memory')
class MemoryStore extends Store {}

class Pin {
  static fromJson(value: unknown): Pin {
    throw new Error(`${JSON.stringify(value)} is not a PIN`);
  }
}

class Queue {
  @JsonProperty @NotEmpty host: string = 'localhost';
  @JsonProperty(Int) @Min(1) @Max(65535) port: number = 5672;
  @JsonProperty @Secret pin?: Pin;
  @JsonProperty guess?: Pin;

  @ValidationMethod({ message: 'port must not be 13' })
  isLucky(): boolean {
    return this.port !== 13;
  }
}

class Sample {
  @JsonProperty @NotEmpty name!: string;
  @JsonProperty(Int) @NotNull count!: number;
  @JsonProperty @Valid @NotNull queue: Queue = new Queue();
  @JsonProperty(listOf(Queue)) @Valid queues: Queue[] = [];
  @JsonProperty(setOf(String)) @Each(Length({ max: 3 })) tags: Set<string> = new Set();
  @JsonProperty(optional(Queue)) @Valid maybe: Optional<Queue> = Optional.absent();
  @JsonProperty(mapOf(Int)) @Each(Max(9)) weights: Map<string, number> = new Map();
  @JsonProperty(listOf(Int)) @Size({ max: 1 }) few: number[] = [];
  @JsonProperty(listOf(String)) hosts: string[] = [];
  @JsonProperty(Json) anything: unknown = null;
  @JsonProperty @Valid store?: Store;
}

async function refusal(
  text: string | undefined,
  overrides: readonly string[] = [],
  type: ConfigurationClass<object> = Sample,
): Promise<{ readonly name: string; readonly message: string }> {
  try {
    await loadConfiguration(type, text === undefined ? undefined : 'config.yml', {
      source: new TextConfigurationSource(text ?? ''),
      subtypes: new Subtypes().register(MemoryStore),
      validator: new Validator(),
      overrides: overrides.map((one) => ({ path: one.slice(0, one.indexOf('=')), value: one.slice(one.indexOf('=') + 1) })),
      variables: { HUSH: 'hunter2', WORD: 'word' },
    });
  } catch (error) {
    const { name, message } = error as Error;
    return { name, message };
  }
  throw new assert.AssertionError({ message: 'the configuration was accepted' });
}

test('syntax, duplicates, variables, types, keys, overrides and constraints are reported together, in the order of the file', async () => {
  const text = `
name: \${NOPE}
hots: [x]
count: "\\q"
queue:
  port: many
  host: ""
  prot: 1
queues: [{port: 0}, {host: !own x, port: 70000}]
tags: [abc, abc, abcd]
weights: {a: 10, b: x}
store: {size: 0}
queue: {}
few: [1, "\${WORD}"]
maybe: {port: 13}
`;
  const overrides = ['hosts[0]=x', 'queues[0].host=', 'lvel=1', 'count.x=1', 'maybe.port=13', 'hosts[0]=y'];
  assert.deepEqual(await refusal(text, overrides), {
    name: 'ConfigurationParsingError',
    message: `config.yml has the following errors:
  * The environment variable 'NOPE' is not defined; could not substitute the expression '\${NOPE}'. (config.yml:2:7)
  * Unrecognized field at: hots (config.yml:3:1)
    Did you mean?:
      - hosts
      - tags
      - count
      - few
      - name
        [6 more]
  * Malformed YAML at line: 4, column: 9; Invalid escape sequence; write \\\\ for a backslash in double quotes (config.yml:4:9)
  * Incorrect type of value at: queue.port; is of type: text ("many"), expected: whole number of 32 bits (config.yml:6:9)
  * Unrecognized field at: queue.prot (config.yml:8:3)
    Did you mean?:
      - port
      - host
      - pin
      - guess
  * Malformed YAML at line: 9, column: 28; unknown tag; quote a text that begins with "!" (config.yml:9:28)
  * Incorrect type of value at: weights.b; is of type: text ("x"), expected: whole number of 32 bits (config.yml:11:21)
  * Missing type at: store.type; it must be one of [memory] (config.yml:12:8)
  * Duplicate field: queue; it is already set in line 5, remove one of them (config.yml:13:1)
  * Incorrect type of value at: few[1]; is of type: text, expected: whole number of 32 bits (config.yml:14:10, from environment variable WORD)
  * Unrecognized field at: lvel (-Dsvc.lvel)
    Did you mean?:
      - few
      - name
      - queue
      - tags
      - count
        [6 more]
  * Incorrect type of value at: count; is of type: map, expected: whole number of 32 bits (-Dsvc.count.x)
  * Unable to override hosts[0]; node with index not found. (-Dsvc.hosts[0])
  * port must not be 13 (config.yml:15:8)
  * queue.host may not be empty (config.yml:7:9)
  * queues[0].host may not be empty (-Dsvc.queues[0].host)
  * queues[0].port must be greater than or equal to 1 (config.yml:9:17)
  * queues[1].port must be less than or equal to 65535 (config.yml:9:42)
  * tags[1] length must be between 0 and 3 (config.yml:10:18)
  * weights[a] must be less than or equal to 9 (config.yml:11:14)`,
  });
});

test('a value of the wrong type is not reported as missing as well, and what depends on it is not judged', async () => {
  const text = 'name: [x]\ncount: ${NOPE}\nqueue: {port: 13.5, pin: 1}\nmaybe: {port: 13}\nfew: [1, x]\ntags: [{a: 1}]';
  assert.deepEqual((await refusal(text)).message.split('\n'), [
    'config.yml has the following errors:',
    '  * Incorrect type of value at: name; is of type: list, expected: text (config.yml:1:7)',
    "  * The environment variable 'NOPE' is not defined; could not substitute the expression '${NOPE}'. (config.yml:2:8)",
    '  * Incorrect type of value at: queue.port; is of type: number ("13.5"), expected: whole number of 32 bits (config.yml:3:15)',
    '  * Incorrect value at: queue.pin (config.yml:3:26)',
    '  * Incorrect type of value at: few[1]; is of type: text ("x"), expected: whole number of 32 bits (config.yml:5:10)',
    '  * Incorrect type of value at: tags[0]; is of type: map, expected: text (config.yml:6:8)',
    '  * port must not be 13 (config.yml:4:8)',
  ]);
});

test('what a class says of a value is shown, unless the value is a secret or holds something from the environment', async () => {
  const text =
    'name: x\ncount: 1\nqueue: {pin: open, guess: 12}\nqueues: [{guess: {a: ["${HUSH}"]}}, {guess: "${HUSH}"}, {guess: ["${NOPE}"]}]';
  assert.deepEqual((await refusal(text, ['maybe.pin=hunter2'])).message.split('\n'), [
    'config.yml has the following errors:',
    '  * Incorrect value at: queue.pin (config.yml:3:14)',
    '  * Incorrect value at: queue.guess; 12 is not a PIN (config.yml:3:27)',
    '  * Incorrect value at: queues[0].guess (config.yml:4:18)',
    '  * Incorrect value at: queues[1].guess (config.yml:4:45, from environment variable HUSH)',
    "  * The environment variable 'NOPE' is not defined; could not substitute the expression '${NOPE}'. (config.yml:4:66)",
    '  * Incorrect value at: maybe.pin (-Dsvc.maybe.pin)',
  ]);
});

test('an override without a place is reported beside the violations of the rest', async () => {
  assert.deepEqual(await refusal('name: x\ncount: 1\nqueue: {port: 0}', ['name.first=x']), {
    name: 'ConfigurationOverrideError',
    message: `config.yml has the following errors:
  * Unable to override name.first; it's not a valid path. (-Dsvc.name.first)
  * queue.port must be greater than or equal to 1 (config.yml:3:15)`,
  });
});

test('a type that cannot be read is reported once, and one from the environment is not repeated', async () => {
  assert.deepEqual((await refusal('name: x\ncount: 1\nstore: {type: "${NOPE}"}')).message.split('\n').slice(1), [
    "  * The environment variable 'NOPE' is not defined; could not substitute the expression '${NOPE}'. (config.yml:3:15)",
  ]);
  assert.deepEqual((await refusal('name: x\ncount: 1\nstore: {type: "${HUSH}", size: 0}')).message.split('\n').slice(1), [
    '  * Unknown type at: store.type (config.yml:3:15, from environment variable HUSH)',
    '    Did you mean?:',
    '      - memory',
  ]);
});

test('a validation method that fails for want of a value does not hide why the value is missing', async () => {
  class Fragile {
    @JsonProperty(listOf(String)) names!: string[];

    @ValidationMethod({ message: 'too many' })
    isShort(): boolean {
      return this.names.length < 3;
    }
  }
  assert.equal(
    (await refusal('names: 1', [], Fragile)).message,
    'config.yml has an error:\n  * Incorrect type of value at: names; is of type: number ("1"), expected: list of text (config.yml:1:8)',
  );
  assert.equal((await refusal('{}', [], Fragile)).name, 'ValidationMethodError');
});

test('what is wrong with a default section as a whole names the section', async () => {
  assert.equal(
    (await refusal(undefined, ['name=x', 'count=1', 'queue.port=13'])).message,
    'default configuration has an error:\n  * port must not be 13 (in queue)',
  );
});

test('without a file, the report is about the default configuration', async () => {
  assert.equal(
    (await refusal(undefined, ['queue.port=x', 'nme=x', 'queue.host='])).message,
    `default configuration has the following errors:
  * Incorrect type of value at: queue.port; is of type: text ("x"), expected: whole number of 32 bits (-Dsvc.queue.port)
  * Unrecognized field at: nme (-Dsvc.nme)
    Did you mean?:
      - name
      - few
      - maybe
      - queue
      - store
        [6 more]
  * count may not be null
  * name may not be empty
  * queue.host may not be empty (-Dsvc.queue.host)`,
  );
});

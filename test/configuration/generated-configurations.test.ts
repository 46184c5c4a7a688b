import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';
import { stringify } from 'yaml';

import { ConfigurationError } from '../../src/configuration/configuration-error.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { configurationYaml } from '../../src/configuration/configuration-yaml.js';
import type { Override } from '../../src/configuration/override.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, Json, enumOf, lazy, listOf, recordOf, optional, setOf } from '../../src/reflection/type-token.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { DataSize } from '../../src/values/data-size.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

@JsonPolymorphic({ defaultType: 'http' })
abstract class Connector {
  @JsonProperty(Int) @Min(0) @Max(65535) port: number = 8080;
}

@JsonTypeName('http')
class HttpConnector extends Connector {}

@JsonTypeName('https')
class HttpsConnector extends Connector {
  @JsonProperty @NotEmpty keyStorePath!: string;
  @JsonProperty @Secret keyStorePassword!: string;
}

class Node {
  @JsonProperty name: string = 'node';
  @JsonProperty(listOf(lazy(() => Node))) @Valid children: Node[] = [];
  @JsonProperty(optional(lazy(() => Node))) @Valid next: Optional<Node> = Optional.absent();
}

class Generated {
  @JsonProperty @NotEmpty name: string = 'x';
  @JsonProperty ratio: number = 1;
  @JsonProperty active: boolean = true;
  @JsonProperty(enumOf({ A: 'a', B: 'b' } as const)) mode: 'a' | 'b' = 'a';
  @JsonProperty pause: Duration = Duration.seconds(1);
  @JsonProperty limit: DataSize = DataSize.parse('1KiB');
  @JsonProperty(listOf(String)) @NotNull hosts: string[] = ['a', 'b'];
  @JsonProperty(setOf(Int)) ports: Set<number> = new Set([1]);
  @JsonProperty(recordOf(String)) properties: Record<string, string> = { a: 'b' };
  @JsonProperty(Json) anything: unknown = null;
  @JsonProperty(listOf(Connector)) @Valid @NotEmpty connectors: Connector[] = [new HttpConnector()];
  @JsonProperty @Valid tree: Node = new Node();
}

const keys = [
  'name',
  'ratio',
  'active',
  'mode',
  'pause',
  'limit',
  'hosts',
  'ports',
  'properties',
  'anything',
  'connectors',
  'tree',
  'type',
  'port',
  'keyStorePath',
  'keyStorePassword',
  'children',
  'next',
  '__proto__',
  'constructor',
  'a.b',
  '<<',
  '',
  'nam',
  'a[0]',
  '\\',
  '${A}',
];
const scalars = [
  null,
  true,
  0,
  1,
  -1,
  8080,
  1.5,
  1e300,
  'http',
  'https',
  'a',
  '',
  '30 seconds',
  '8KiB',
  '${A}',
  '${B:-1}',
  '$${',
  '${',
  'x,y',
  '*a',
  '&a',
];

const key = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...keys) }, fc.string());
const value = fc.letrec((tie) => ({
  any: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('list'), tie('map')),
  leaf: fc.oneof(fc.constantFrom(...scalars), fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true })),
  list: fc.array(tie('any'), { maxLength: 4 }),
  map: fc.array(fc.tuple(key, tie('any')), { maxLength: 6 }).map((pairs) => new Map(pairs)),
}));

const yamlText = fc.oneof(
  { weight: 6, arbitrary: value.map.map((map) => stringify(map)) },
  // What an unlucky hand does to a file: something inserted, something cut off.
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        value.map,
        fc.nat(),
        fc.constantFrom(':', '- ', '\t', '[', '}', '"', '&a ', '*a', '!!map ', '<<: *a\n', '\n', '# ', '---\n', '\u0000', '${X}'),
        fc.nat(2),
      )
      .map(([map, at, inserted, cut]) => {
        const text = stringify(map);
        const place = at % (text.length + 1);
        return text.slice(0, place) + inserted + text.slice(place + cut);
      }),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.constantFrom('a: ', '&x ', '*x', '- ', '[', ']', '{', '}', ',', '\n', '  ', '|', '>', '? ', '!t ', "'", '"'))
      .map((parts) => parts.join('')),
  },
);
const jsonText = fc.oneof(
  value.map.map((map) => JSON.stringify(Object.fromEntries(map))),
  fc.tuple(value.any, fc.nat()).map(([any, at]) => {
    const text = JSON.stringify(any) ?? '';
    return text.slice(0, at % (text.length + 1)) + text.slice((at % (text.length + 1)) + 1);
  }),
);
const path = fc.oneof(
  fc
    .array(fc.tuple(key, fc.constantFrom('', '', '', '[0]', '[1]', '[9]', '[0][0]', '[x]', '[')), { minLength: 1, maxLength: 4 })
    .map((steps) => steps.map(([name, index]) => `${name}${index}`).join('.')),
  fc.string(),
);
const overrides: fc.Arbitrary<readonly Override[]> = fc.array(
  fc.record({ path, value: fc.oneof(fc.constantFrom(...scalars).map(String), fc.string()) }),
  { maxLength: 5 },
);
const file = fc.oneof(
  yamlText.map((text) => ({ path: 'config.yml', text })),
  jsonText.map((text) => ({ path: 'config.json', text })),
  fc.constant({ path: undefined, text: '' }),
);

const subtypes = new Subtypes().register(HttpConnector, HttpsConnector);
const validator = new Validator();

test('no generated configuration or override ends otherwise than in an object or in a refusal for the operator', async () => {
  // A hundred thousand take minutes; this many are enough to notice what a change broke.
  const numRuns = Number(process.env['KEELSON_FUZZ'] ?? 1500);
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(file, overrides, async ({ path: name, text }, given) => {
      try {
        const source = new TextConfigurationSource(text);
        const loaded = await loadConfiguration(Generated, name, { source, subtypes, validator, overrides: given, variables: { A: '7' } });
        assert.ok(loaded.configuration instanceof Generated);
        assert.ok(configurationYaml(loaded).length > 0);
        accepted++;
      } catch (error) {
        assert.ok(error instanceof ConfigurationError, error as Error);
        assert.doesNotMatch(error.message, /\n {4}at /);
      }
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    }),
    { numRuns },
  );
  assert.ok(accepted > 0, 'not one configuration was accepted: the generator makes nothing but nonsense');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { configurationYaml } from '../../src/configuration/configuration-yaml.js';
import type { YamlOptions } from '../../src/configuration/configuration-yaml.js';
import { JsonPolymorphic, JsonProperty, JsonTypeName, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, listOf, recordOf, optional } from '../../src/reflection/type-token.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

@JsonPolymorphic({ defaultType: 'memory' })
abstract class Store {
  @JsonProperty size: number = 10;
}

@JsonTypeName('memory')
class MemoryStore extends Store {}

class Logger {
  @JsonProperty level: string = 'INFO';

  static fromScalar(value: unknown): Logger {
    return Object.assign(new Logger(), { level: String(value) });
  }
}

class Sample {
  @JsonProperty name: string = 'sample';
  @JsonProperty('foo') baz?: string;
  @JsonProperty(Int) port: number = 1;
  @JsonProperty pause: Duration = Duration.seconds(30);
  @JsonProperty(optional(Int)) maybe: Optional<number> = Optional.absent();
  @JsonProperty(listOf(String)) hosts: string[] = ['a'];
  @JsonProperty(listOf(String)) none: string[] = [];
  @JsonProperty(recordOf(String)) properties: Record<string, string> = {};
  @JsonProperty @Secret token: string = 'hush';
  @JsonProperty keyStorePassword?: string;
  @JsonProperty lines: string = 'a\nb';
  @JsonProperty store: Store = new MemoryStore();
  @JsonProperty(recordOf(Logger)) loggers: Record<string, Logger> = {};
}

async function shown(
  text: string | undefined,
  overrides: readonly { readonly path: string; readonly value: string }[] = [],
  options: YamlOptions = {},
): Promise<string> {
  const loaded = await loadConfiguration(Sample, text === undefined ? undefined : 'config.yml', {
    source: new TextConfigurationSource(text ?? ''),
    subtypes: new Subtypes().register(MemoryStore),
    validator: { validate: () => [] },
    overrides,
    variables: { PORT: '8080', HUSH: 'hunter2', PAUSE: '5s', LEVEL: 'WARN' },
  });
  return configurationYaml(loaded, options);
}

test('the effective configuration says of each value where it came from, and hides secrets', async () => {
  assert.equal(
    await shown(
      'name: "1.10"\nport: ${PORT}\nproperties:\n  a.b: c\nkeyStorePassword: hush\nstore:\n  size: 3\nloggers:\n  short: DEBUG\n  long: {}\n',
      [
        { path: 'pause', value: '1m' },
        { path: 'properties.x', value: 'y' },
      ],
    ),
    `name: "1.10" # config.yml:1:7
foo: null # default
port: 8080 # config.yml:2:7, from environment variable PORT
pause: 1 minute # -Dsvc.pause
maybe: null # default
hosts: [ a ] # default
none: [] # default
properties:
  a.b: c # config.yml:4:8
  x: y # -Dsvc.properties.x
token: "********" # default
keyStorePassword: "********" # config.yml:5:19
lines: "a\\nb" # default
store:
  type: memory # default
  size: 3 # config.yml:7:9
loggers:
  short: DEBUG # config.yml:9:10
  long:
    level: INFO # default
`,
  );
});

test('without a file, everything but the overrides is a default', async () => {
  const text = await shown(undefined, [{ path: 'store.size', value: '7' }]);
  assert.match(text, /^name: sample # default\n/);
  assert.match(text, /\nstore:\n {2}type: memory # default\n {2}size: 7 # -Dsvc\.store\.size\nloggers: \{\} # default\n$/);
});

const fromEnvironment = `
name: \${HUSH}
foo: user-\${NOPE:-x}
port: \${PORT}
pause: \${PAUSE}
hosts: [a, "\${HUSH}"]
properties: {user: root, db.password: x, API_KEY: y, link: "\${HUSH}"}
token: \${HUSH}
keyStorePassword: \${NOPE:-hunter2}
lines: postgres://root:hun/t@er2@localhost/x?y=z, http://a:b@c http://localhost:8080/~a@b
loggers: {a: "\${LEVEL}"}
`;

test('secrets in logs and dumps: secrets are masked whatever their origin, and so is text from the environment', async () => {
  assert.equal(
    await shown(fromEnvironment, [{ path: 'properties.some.secret', value: 'z' }]),
    `name: "********" # config.yml:2:7, from environment variable HUSH
foo: user-x # config.yml:3:6
port: 8080 # config.yml:4:7, from environment variable PORT
pause: 5 seconds # config.yml:5:8, from environment variable PAUSE
maybe: null # default
hosts:
  - a # config.yml:6:9
  - "********" # config.yml:6:12, from environment variable HUSH
none: [] # default
properties:
  user: root # config.yml:7:20
  db.password: "********" # config.yml:7:39
  API_KEY: "********" # config.yml:7:51
  link: "********" # config.yml:7:60, from environment variable HUSH
  some.secret: "********" # -Dsvc.properties.some.secret
token: "********" # config.yml:8:8, from environment variable HUSH
keyStorePassword: "********" # config.yml:9:19
lines: postgres://root:********@localhost/x?y=z, http://a:********@c http://localhost:8080/~a@b # config.yml:10:8
store:
  type: memory # default
  size: 10 # default
loggers:
  a: "********" # config.yml:11:14, from environment variable LEVEL
`,
  );
});

test('text from the environment is shown on request, marked secrets never', async () => {
  const text = await shown(fromEnvironment, [], { environment: 'shown' });
  assert.deepEqual(
    text.split('\n').filter((line) => /name|token|HUSH|LEVEL/.test(line)),
    [
      'name: hunter2 # config.yml:2:7, from environment variable HUSH',
      '  - hunter2 # config.yml:6:12, from environment variable HUSH',
      '  link: hunter2 # config.yml:7:60, from environment variable HUSH',
      'token: "********" # config.yml:8:8, from environment variable HUSH',
      '  a: WARN # config.yml:11:14, from environment variable LEVEL',
    ],
  );
});

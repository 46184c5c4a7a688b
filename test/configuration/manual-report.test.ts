import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Configuration } from '../../src/application/configuration.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonProperty, Secret } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Int, listOf, mapOf } from '../../src/reflection/type-token.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';
import { Validator } from '../../src/validation/validator.js';
import { Duration } from '../../src/values/duration.js';

class QueueFactory {
  @JsonProperty @NotEmpty host: string = 'localhost';
  @JsonProperty(Int) @Min(1) @Max(65535) port: number = 5672;
  @JsonProperty @Secret password?: string;
}

class ShopConfiguration extends Configuration {
  @JsonProperty @NotEmpty template!: string;
  @JsonProperty pause: Duration = Duration.seconds(30);
  @JsonProperty(listOf(String)) hosts: string[] = [];
  @JsonProperty(mapOf(String)) properties: Map<string, string> = new Map();
  @JsonProperty @Valid @NotNull queue: QueueFactory = new QueueFactory();
}

test('the report in the manual is the one that its file is refused with', async () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const section = page.slice(page.indexOf('## When something is wrong'));
  const [, file, path, value, report] = /```yaml\n([^]*?)```[^]*?`-Dsvc\.([^=]*)=([^`]*)`[^]*?```text\n([^]*?)\n```/.exec(section) ?? [];
  const loading = loadConfiguration(ShopConfiguration, 'config.yml', {
    source: new TextConfigurationSource(file!),
    subtypes: new Subtypes(),
    validator: new Validator(),
    overrides: [{ path: path!, value: value! }],
    variables: {},
  });
  await assert.rejects(loading, { name: 'ConfigurationParsingError', message: report });
});

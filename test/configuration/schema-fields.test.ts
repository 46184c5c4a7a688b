import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { Validator } from '../../src/validation/validator.js';

const Target = z.object({ host: z.string().min(1), port: z.number().int().default(443) });

class Proxy {
  @JsonProperty(Target) target: z.infer<typeof Target> = { host: 'localhost', port: 80 };
}

test('a field with a schema of another library is read by it', async () => {
  assert.deepEqual((await load('target: { host: example.org }')).target, { host: 'example.org', port: 443 });
  assert.deepEqual((await load('{}')).target, { host: 'localhost', port: 80 });
});

test('what the schema refuses is reported with its place', async () => {
  await assert.rejects(load('target: { host: "", port: x }'), (error: Error) => {
    assert.match(error.message, /target.*\(proxy\.yml:1:\d+\)/);
    assert.match(
      error.message,
      /host Too small: expected string to have >=1 characters; port Invalid input: expected number, received string/,
    );
    return true;
  });
});

async function load(text: string): Promise<Proxy> {
  const settings = { source: new TextConfigurationSource(text), subtypes: new Subtypes(), validator: new Validator() };
  return (await loadConfiguration(Proxy, 'proxy.yml', settings)).configuration;
}

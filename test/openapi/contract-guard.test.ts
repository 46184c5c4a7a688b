import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { POST, Path } from '../../src/contract/annotations/routing-annotations.js';
import { JsonProperty } from '../../src/json/json-annotations.js';
import { TemporaryFolder } from '../../src/testing/fixtures.js';
import { runCommand } from '../../src/testing/run-command.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { Length } from '../../src/validation/text-constraints.js';

class Draft {
  @JsonProperty
  @Length({ max: 20 })
  name?: string;
}

@Path('/drafts')
class DraftResource {
  @POST
  @Returns(204)
  add(@Valid _draft: Draft): void {}
}

class DraftApplication extends Application {
  constructor() {
    super(Configuration);
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(DraftResource);
  }
}

test('check and api diff name the line, the endpoint, the place and the rule that break the contract, and --update accepts it', async () => {
  using folder = new TemporaryFolder();
  const contract = folder.file('api.lock.json');
  const { out } = await runCommand(new DraftApplication(), 'openapi');
  writeFileSync(contract, out.replace('"maxLength": 20', '"maxLength": 40'));
  const configuration = folder.file('config.yml');
  writeFileSync(configuration, `openapi:\n  contract: ${contract}\n`);
  const broken =
    `These changes break clients that rely on ${contract}:\n` +
    '  test/openapi/contract-guard.test.ts:26: POST /drafts: body name may have 20 characters now, was 40\n' +
    `Undo them, or accept them with "api diff ${contract} --update"\n`;
  for (const command of [
    ['check', configuration],
    ['api', 'diff', contract],
  ]) {
    const { exitCode, error } = await runCommand(new DraftApplication(), ...command);
    assert.deepEqual([exitCode, error], [1, broken]);
  }
  assert.equal(
    (await runCommand(new DraftApplication(), 'api', 'diff', contract, '--update')).out,
    `${contract} is the document of the code now.\n`,
  );
  assert.equal(readFileSync(contract, 'utf8'), out);
  assert.equal((await runCommand(new DraftApplication(), 'check', configuration)).out, 'Configuration is OK\n');
  assert.equal(
    (await runCommand(new DraftApplication(), 'api', 'diff', contract)).out,
    `Nothing breaks clients that rely on ${contract}.\n`,
  );
  assert.equal((await runCommand(new DraftApplication(), 'api', 'diff', contract, contract)).exitCode, 0);
});

test('a contract that is missing or is no document is refused, with the way out', async () => {
  using folder = new TemporaryFolder();
  const missing = folder.file('missing.json');
  const { exitCode, error } = await runCommand(new DraftApplication(), 'api', 'diff', missing);
  assert.equal(exitCode, 1);
  assert.equal(
    error,
    `The contract ${missing} cannot be read: ENOENT: no such file or directory, open '${missing}'; make it with "openapi > ${missing}"\n`,
  );
  const other = folder.file('other.json');
  writeFileSync(other, '[]');
  assert.equal(
    (await runCommand(new DraftApplication(), 'api', 'diff', other)).error,
    `The contract ${other} is not an OpenAPI document: it has no paths; make it anew with "openapi > ${other}"\n`,
  );
  assert.equal(
    (await runCommand(new DraftApplication(), 'api', 'compare')).error,
    'api takes "diff OLD [NEW]", as in "api diff api.lock.json", not "compare"\n',
  );
});

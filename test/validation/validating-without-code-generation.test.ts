import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';

const program = `
  import { NotEmpty, Valid, Validator, describeViolation } from '${new URL('../../src/validation/index.js', import.meta.url).href}';
  class Address { street = ''; }
  class Person { address = new Address(); }
  NotEmpty(Address.prototype, 'street');
  Valid(Person.prototype, 'address');
  process.stdout.write(new Validator().validate(new Person()).map(describeViolation).join());
`;

for (const [how, flags, jitless] of [
  ['by default', [], ''],
  ['where code from strings is forbidden', ['--disallow-code-generation-from-strings'], ''],
  ['with KEELSON_JITLESS=1', [], '1'],
] as const) {
  test(`${how}, a process validates`, () => {
    const output = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
      encoding: 'utf8',
      env: { ...process.env, KEELSON_JITLESS: jitless },
    });
    assert.equal(output, 'address.street may not be empty');
  });
}

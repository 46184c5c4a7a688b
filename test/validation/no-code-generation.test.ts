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

for (const [what, flags] of [
  ['may make code from text', []],
  ['must not make code from text', ['--disallow-code-generation-from-strings']],
] as const) {
  test(`a process that ${what} validates all the same`, () => {
    const output = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], { encoding: 'utf8' });
    assert.equal(output, 'address.street may not be empty');
  });
}

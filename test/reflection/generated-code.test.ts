import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GeneratedCode, literal } from '../../src/reflection/generated-code.js';

test('generated functions refer to values by name and call each other', () => {
  const code = new GeneratedCode();
  const limit = { value: 3 };
  const [isEven, isOdd] = [code.name('isEven'), code.name('isOdd')];
  code.add(`function ${isEven}(n) { return n === 0 || ${isOdd}(n - 1); }`);
  code.add(`function ${isOdd}(n) { return n !== 0 && ${isEven}(n - 1); }`);
  assert.equal(code.value(limit), code.value(limit));
  const test = code.compile<(n: number) => boolean>(`(n) => n <= ${code.value(limit)}.value && ${isEven}(n)`);
  assert.deepEqual([0, 1, 2, 3, 4].map(test), [true, false, true, false, false]);
});

test('a literal holds whatever a member is called', () => {
  for (const name of ['name', 'a"b', 'a\\b', 'a\nb', '\u2028', '${x}', '`', "'); throw 1; ('", '\ud800']) {
    assert.equal(new GeneratedCode().compile<string>(literal(name)), name);
  }
});

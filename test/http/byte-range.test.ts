import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { contentRangeText, parseRange } from '../../src/http/byte-range.js';

const parts = (header: string, length = 11) => {
  const outcome = parseRange(header, length);
  return outcome.kind === 'parts' ? outcome.ranges.map((range) => contentRangeText(range, length)) : outcome.kind;
};

test('ranges are read, clamped and joined', () => {
  assert.deepEqual(parts('bytes=0-'), ['bytes 0-10/11']);
  assert.deepEqual(parts('bytes=4-8'), ['bytes 4-8/11']);
  assert.deepEqual(parts('bytes=-1'), ['bytes 10-10/11']);
  assert.deepEqual(parts('bytes=-100'), ['bytes 0-10/11']);
  assert.deepEqual(parts('bytes=5-100'), ['bytes 5-10/11']);
  assert.deepEqual(parts('bytes=0-0,-1'), ['bytes 0-0/11', 'bytes 10-10/11']);
  assert.deepEqual(parts('bytes=5-7, 0-2, 3-4'), ['bytes 0-7/11']);
});

test('what does not exist is unsatisfiable, what is malformed asks for the whole', () => {
  assert.equal(parts('bytes=11-'), 'unsatisfiable');
  assert.equal(parts('bytes=-0'), 'unsatisfiable');
  assert.equal(parts('bytes=0-', 0), 'unsatisfiable');
  for (const header of ['test', 'bytes=', 'bytes=1-infinity', 'bytes=5-2', 'lines=1-2', 'bytes=-'])
    assert.equal(parts(header), 'whole', header);
  assert.equal(parseRange(undefined, 3).kind, 'whole');
  assert.equal(contentRangeText(undefined, 11), 'bytes */11');
});

test('whatever is asked for, the parts lie within the body, in order and apart', () => {
  const specification = fc.stringMatching(/^\d{0,3}-\d{0,3}$/);
  fc.assert(
    fc.property(fc.array(specification, { minLength: 1, maxLength: 6 }), fc.nat(300), (specifications, length) => {
      const outcome = parseRange(`bytes=${specifications.join(',')}`, length);
      if (outcome.kind !== 'parts') return;
      let previous = -2;
      for (const { start, end } of outcome.ranges) {
        assert.ok(start > previous + 1 && start <= end && end < length);
        previous = end;
      }
    }),
  );
});

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

test('a range beyond the end is unsatisfiable', () => {
  assert.equal(parts('bytes=11-'), 'unsatisfiable');
  assert.equal(parts('bytes=-0'), 'unsatisfiable');
  assert.equal(parts('bytes=0-', 0), 'unsatisfiable');
  assert.equal(contentRangeText(undefined, 11), 'bytes */11');
});

test('what cannot be read as a range is malformed', () => {
  for (const header of [
    'test',
    '',
    'bytes=',
    'bytes=,',
    'bytes=1-infinity',
    'bytes=5-2',
    'bytes=-',
    'bytes=0-0,x',
    `bytes=${'0-0,'.repeat(101)}`,
  ])
    assert.equal(parts(header), 'malformed', header);
});

test('empty elements of the list are ignored', () => {
  assert.deepEqual(parts('bytes=0-9,'), ['bytes 0-9/11']);
  assert.deepEqual(parts('bytes=, 0-1,, 4-5 ,'), ['bytes 0-1/11', 'bytes 4-5/11']);
});

test('no header, or a unit that we do not know, asks for the whole', () => {
  assert.equal(parts('lines=1-2'), 'whole');
  assert.equal(parseRange(undefined, 3).kind, 'whole');
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

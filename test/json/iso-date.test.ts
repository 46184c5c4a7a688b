import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { parseIsoDate } from '../../src/json/iso-date.js';

const read = (text: string) => parseIsoDate(text)?.toISOString();

test('dates and date-times are read', () => {
  assert.equal(read('2026-11-15'), '2026-11-15T00:00:00.000Z');
  assert.equal(read('2026-11-15T10:20Z'), '2026-11-15T10:20:00.000Z');
  assert.equal(read('2026-11-15T10:20:30Z'), '2026-11-15T10:20:30.000Z');
  assert.equal(read('2026-11-15T10:20:30.123456789Z'), '2026-11-15T10:20:30.123Z');
  assert.equal(read('2026-11-15T10:20:30.5+02:00'), '2026-11-15T08:20:30.500Z');
  assert.equal(read('2026-11-15T23:20:30-0130'), '2026-11-16T00:50:30.000Z');
  assert.equal(read('2024-02-29'), '2024-02-29T00:00:00.000Z');
  assert.equal(read('0050-01-01'), '0050-01-01T00:00:00.000Z');
});

test('a time without an offset is in UTC, wherever the server stands', () => {
  assert.equal(read('2026-11-15T10:20:30'), '2026-11-15T10:20:30.000Z');
});

test('what is no date is not made one', () => {
  const wrong = [
    '',
    '1',
    '2026',
    '2026-11',
    '2026-13-01',
    '2026-02-29',
    '2026-11-31',
    '2026-11-15T24:00Z',
    '2026-11-15T10:60Z',
    '2026-11-15T10:20:60Z',
  ];
  const forms = [
    '15.11.2026',
    '2026-11-15 10:20',
    '2026-11-15T',
    '2026-11-15T10',
    ' 2026-11-15',
    '2026-11-15Z',
    'Sun Nov 15 2026',
    '2026-11-15T10:20+99:00',
    '-000000-01-01',
    '+999999-01-01',
  ];
  for (const text of [...wrong, ...forms]) assert.equal(read(text), undefined, text);
});

test('what a Date writes is read back', () => {
  fc.assert(fc.property(fc.date({ noInvalidDate: true }), (date) => parseIsoDate(date.toISOString())?.getTime() === date.getTime()));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { endOfPeriod } from '../../../src/logging/appenders/rotation-period.js';
import type { PeriodUnit } from '../../../src/logging/appenders/rotation-period.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';

function end(time: string, unit: PeriodUnit, zone = 'UTC'): string {
  return new Date(endOfPeriod(Date.parse(time), unit, TimeZone.of(zone))).toISOString();
}

test('a period ends where the next begins', () => {
  const time = '2026-12-30T23:59:30.500Z';
  assert.equal(end(time, 'second'), '2026-12-30T23:59:31.000Z');
  assert.equal(end(time, 'minute'), '2026-12-31T00:00:00.000Z');
  assert.equal(end(time, 'hour'), '2026-12-31T00:00:00.000Z');
  assert.equal(end(time, 'day'), '2026-12-31T00:00:00.000Z');
  assert.equal(end(time, 'month'), '2027-01-01T00:00:00.000Z');
  assert.equal(end(time, 'year'), '2027-01-01T00:00:00.000Z');
});

test('the first moment of a period belongs to it', () => {
  assert.equal(end('2026-11-14T00:00:00Z', 'day'), '2026-11-15T00:00:00.000Z');
  assert.equal(end('2026-11-13T23:59:59.999Z', 'day'), '2026-11-14T00:00:00.000Z');
});

test('days of 23 and of 25 hours end at midnight on the wall', () => {
  assert.equal(end('2026-03-28T23:00:00Z', 'day', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z');
  assert.equal(end('2026-10-24T22:00:00Z', 'day', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z');
});

test('the hour that comes twice is one period, the one that is left out is none', () => {
  assert.equal(end('2026-10-25T00:30:00Z', 'hour', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z');
  assert.equal(end('2026-10-25T01:30:00Z', 'hour', 'Europe/Berlin'), '2026-10-25T02:00:00.000Z');
  assert.equal(end('2026-03-29T00:30:00Z', 'hour', 'Europe/Berlin'), '2026-03-29T01:00:00.000Z');
  assert.equal(end('2026-03-29T01:00:00Z', 'hour', 'Europe/Berlin'), '2026-03-29T02:00:00.000Z');
});

test('zones off by half and quarter hours, and shifts of half an hour, are followed', () => {
  assert.equal(end('2026-11-14T00:00:00Z', 'day', 'Asia/Kathmandu'), '2026-11-14T18:15:00.000Z');
  assert.equal(end('2026-11-14T00:00:00Z', 'hour', 'Asia/Kolkata'), '2026-11-14T00:30:00.000Z');
  assert.equal(end('2026-04-04T14:45:00Z', 'hour', 'Australia/Lord_Howe'), '2026-04-04T15:30:00.000Z');
});

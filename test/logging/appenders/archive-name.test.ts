import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ArchivePattern } from '../../../src/logging/appenders/archive-name.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';

const time = Date.parse('2026-03-04T23:06:07.890Z');

function nameOf(pattern: string, zone = TimeZone.UTC, index = 0, copy = 0): string {
  return ArchivePattern.parse(pattern).nameFor({ time, zone, index, copy });
}

test('%d is the day, %d{…} a date in that form, %i a number', () => {
  assert.equal(nameOf('logs/app-%d.log'), 'logs/app-2026-03-04.log');
  assert.equal(nameOf('logs/app-%d{yyyy-MM-dd-HH}.log.gz'), 'logs/app-2026-03-04-23.log.gz');
  assert.equal(nameOf("/a/%d{yyMMdd'T'HHmmss}-%i-%%.log", TimeZone.UTC, 7), '/a/260304T230607-7-%.log');
  assert.equal(nameOf('app-%d{yyyy.M.d}.log'), 'app-2026.3.4.log');
  assert.equal(nameOf('app-%d.log', TimeZone.of('Europe/Berlin')), 'app-2026-03-05.log');
});

test('a copy is set apart before the ending .gz', () => {
  assert.equal(nameOf('app-%d.log.gz', TimeZone.UTC, 0, 2), 'app-2026-03-04.log.2.gz');
  assert.equal(nameOf('app-%d.log', TimeZone.UTC, 0, 1), 'app-2026-03-04.log.1');
});

test('the finest field of the date is the period', () => {
  const unitOf = (pattern: string): string | undefined => ArchivePattern.parse(pattern).unit;
  assert.equal(unitOf('a-%d'), 'day');
  assert.equal(unitOf('a-%d{yyyy}'), 'year');
  assert.equal(unitOf('a-%d{MM-yyyy}'), 'month');
  assert.equal(unitOf('a-%d{yyyy-MM-dd_HH}'), 'hour');
  assert.equal(unitOf('a-%d{yyyyMMddHHmm}'), 'minute');
  assert.equal(unitOf('a-%d{yyyyMMddHHmmss}'), 'second');
  assert.equal(unitOf('a-%i'), undefined);
});

test('a pattern that cannot work is refused with the reason', () => {
  const refusals: Readonly<Record<string, string>> = {
    'app.log': 'It needs %d or %i, or all archives would have one name',
    'app-%d{HH}.log': 'Its date has the hour without the year, month, day, so that names would come again',
    'app-%d{yyyy-ww}.log': '"ww" in %d{yyyy-ww} means nothing; use yyyy, MM, dd, HH, mm and ss',
    'app-%d{yyyy-MMM}.log': '"MMM" in %d{yyyy-MMM} means nothing; use yyyy, MM, dd, HH, mm and ss',
    'app-%x.log': '%x means nothing; use %d, %d{yyyy-MM-dd-HH}, %i, or %% for a percent sign',
    '%d/app.log': '%d and %i belong in the file name, not in the folder',
    'app-%d-%d.log': '%d may stand in it once',
    'app-%i-%i.log': '%i may stand in it once',
  };
  for (const [pattern, problem] of Object.entries(refusals)) {
    assert.throws(() => ArchivePattern.parse(pattern), { name: 'RangeError', message: `Invalid archive pattern: ${pattern}. ${problem}` });
  }
});

test('names of a pattern are told from others, and their age is read', () => {
  const pattern = ArchivePattern.parse('logs/app+%d-%i.log.gz');
  assert.deepEqual(pattern.ageOf('app+2026-03-04-12.log.gz'), [2026, 3, 4, 0, 0, 0, 12, 0]);
  assert.deepEqual(pattern.ageOf('app+2026-03-04-12.log.3.gz'), [2026, 3, 4, 0, 0, 0, 12, 3]);
  for (const other of [
    'app+2026-03-04-12.log',
    'app-2026-03-04-12.log.gz',
    'app+2026-03-04-12.log.gz.pending',
    'xapp+2026-03-04-12.log.gz',
  ]) {
    assert.equal(pattern.ageOf(other), undefined);
  }
  assert.equal(pattern.indexIn('app+2026-03-04-12.log.gz', time, TimeZone.UTC), 12);
  assert.equal(pattern.indexIn('app+2026-03-05-12.log.gz', time, TimeZone.UTC), undefined);
});

import assert from 'node:assert/strict';
import { basename } from 'node:path';
import { test } from 'node:test';

import fc from 'fast-check';

import { ArchivePattern } from '../../../src/logging/appenders/archive-name.js';
import type { ArchiveIdentity } from '../../../src/logging/appenders/archive-name.js';
import { endOfPeriod } from '../../../src/logging/appenders/rotation-period.js';
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

test('letters of a date mean what they mean to java.text.SimpleDateFormat', () => {
  const dates: Readonly<Record<string, string>> = {
    y: '2026',
    yy: '26',
    yyy: '2026',
    yyyyy: '02026',
    'M d H m s': '3 4 23 6 7',
    'MMM EEE': 'Mar Wed',
    'MMMM EEEE': 'March Wednesday',
    'hh a': '11 PM',
    D: '63',
    DDD: '063',
    'yyyy-ww': '2026-10',
    'HH.mm': '23.06',
    "yyyy'week'w": '2026week10',
    "HH 'o''clock' ''": "23 o'clock '",
  };
  for (const [format, text] of Object.entries(dates)) assert.equal(nameOf(`app-%d{${format}}.log`), `app-${text}.log`);
  assert.equal(nameOf('app-%date{yyyy}.log'), 'app-2026.log');
});

test('beside a week the year is that of the week', () => {
  const nameAt = (day: string): string => {
    return ArchivePattern.parse('%d{yyyy-ww}').nameFor({ time: Date.parse(day), zone: TimeZone.UTC, index: 0, copy: 0 });
  };
  assert.deepEqual(['2024-12-29', '2024-12-30', '2025-01-01', '2026-12-31', '2027-01-03', '2027-01-04'].map(nameAt), [
    '2024-52',
    '2025-01',
    '2025-01',
    '2026-53',
    '2026-53',
    '2027-01',
  ]);
});

test('hh without a is read as HH, with a warning', () => {
  const pattern = ArchivePattern.parse('app-%d{yyyy-MM-dd-hh}.log.gz');
  assert.equal(pattern.nameFor({ time, zone: TimeZone.UTC, index: 0, copy: 0 }), 'app-2026-03-04-23.log.gz');
  assert.equal(pattern.unit, 'hour');
  assert.deepEqual(pattern.warnings, [
    '%d{yyyy-MM-dd-hh} has the twelve-hour "h" without "a" (AM or PM) and is read with "H", because its names would come twice a day; write H',
  ]);
  assert.deepEqual(ArchivePattern.parse('app-%d{yyyy-MM-dd-hh-a}.log').warnings, []);
});

test('the finest field of the date is the period', () => {
  const unitOf = (pattern: string): string | undefined => ArchivePattern.parse(pattern).unit;
  assert.equal(unitOf('a-%d'), 'day');
  assert.equal(unitOf('a-%d{yyyy}'), 'year');
  assert.equal(unitOf('a-%d{MM-yyyy}'), 'month');
  assert.equal(unitOf('a-%d{yyyy-ww}'), 'week');
  assert.equal(unitOf('a-%d{EEE}'), 'day');
  assert.equal(unitOf('a-%d{yyyy-DDD}'), 'day');
  assert.equal(unitOf('a-%d{yyyy-MM-dd-a}'), 'halfDay');
  assert.equal(unitOf('a-%d{yyyy-MM-dd_HH}'), 'hour');
  assert.equal(unitOf('a-%d{hh a}'), 'hour');
  assert.equal(unitOf('a-%d{yyyyMMddHHmm}'), 'minute');
  assert.equal(unitOf('a-%d{yyyyMMddHHmmss}'), 'second');
  assert.equal(unitOf('a-%i'), undefined);
});

test('a pattern that cannot work is refused with the reason', () => {
  const refusals: Readonly<Record<string, string>> = {
    'app.log': 'It needs %d or %i, or all archives would have the same name',
    'app-%d{yyyy-QQ}.log': '"QQ" in %d{yyyy-QQ} is not known; use y, M, w, d, D, E, a, H, h, m, s, and quotes around other letters',
    'app-%d{}.log': '%d{} has no date in it',
    "app-%d{'today'}.log": "%d{'today'} has no date in it",
    "app-%d{yyyy'}.log": `"'" in %d{yyyy'} begins a text that does not end; write '' for a quote`,
    'app-%d{yyyy/MM}.log': '%d and %i belong in the file name, not in the folder; %% is a percent sign',
    'app-%x.log': '%x is not known; use %d, %d{yyyy-MM-dd-HH}, %i, or %% for a percent sign',
    '%d/app.log': '%d and %i belong in the file name, not in the folder; %% is a percent sign',
    'app-%d-%d.log': '%d may be in it only once',
    'app-%i-%i.log': '%i may be in it only once',
    'app-%d{yyyyMd}.log': 'M and d touch, so that their digits cannot be told apart; put something between them',
    'app-%d{d}%i.log': 'd and %i touch, so that their digits cannot be told apart; put something between them',
    'app-%d.zip': 'Archives cannot be compressed with zip; use .gz',
  };
  for (const [pattern, problem] of Object.entries(refusals)) {
    assert.throws(() => ArchivePattern.parse(pattern), { name: 'RangeError', message: `Invalid archive pattern: ${pattern}. ${problem}` });
  }
});

test('%% in the folder is a percent sign', () => {
  assert.equal(nameOf('a%%2Fb/app-%d.log'), 'a%2Fb/app-2026-03-04.log');
});

test('names of a pattern are told from others, and what they say is read', () => {
  const pattern = ArchivePattern.parse('logs/app+%d-%i.log.gz');
  const day = Date.parse('2026-03-04T00:00:00Z');
  assert.deepEqual(pattern.identify('app+2026-03-04-12.log.gz'), { time: day, index: 12, copy: 0 });
  assert.deepEqual(pattern.identify('app+2026-03-04-12.log.3.gz'), { time: day, index: 12, copy: 3 });
  for (const other of [
    'app+2026-03-04-12.log',
    'app-2026-03-04-12.log.gz',
    'app+2026-03-04-12.log.gz.pending',
    'xapp+2026-03-04-12.log.gz',
  ]) {
    assert.equal(pattern.identify(other), undefined);
  }
  const indexIn = pattern.indexReader(time, TimeZone.UTC);
  assert.equal(indexIn('app+2026-03-04-12.log.gz'), 12);
  assert.equal(indexIn('app+2026-03-05-12.log.gz'), undefined);
});

test('a name with a date that does not exist is not an archive', () => {
  const impossible: Readonly<Record<string, readonly string[]>> = {
    '%d': ['2026-13-99', '2026-02-29', '2026-00-10', '2026-04-31'],
    '%d{yyyy-MM-dd-HH}': ['2026-01-01-24'],
    '%d{HH.mm}': ['23.60', '24.00'],
    '%d{yyyy-DDD}': ['2026-366', '2026-000'],
    '%d{yyyy-ww}': ['2025-53', '2026-54', '2026-00'],
    '%d{yyyy-MM-dd-EEE}': ['2026-03-04-Thu'],
    '%d{yyyy-MM-dd-ww}': ['2026-03-04-11'],
    '%d{yyyy-MM-dd-HH-a}': ['2026-03-04-23-AM'],
    '%d{hh a}': ['13 PM', '00 AM'],
    '%d{yyyy-MM-dd yyyy}': ['2026-03-04 2027'],
  };
  for (const [pattern, names] of Object.entries(impossible)) {
    for (const name of names) assert.equal(ArchivePattern.parse(pattern).identify(name), undefined, name);
  }
  assert.notEqual(ArchivePattern.parse('%d{MM-dd}').identify('02-29'), undefined);
});

test('every pattern that is accepted reads its own names, and later periods are later', () => {
  const field = fc.constantFrom(...[...'yMdHhmsEwDa'].flatMap((letter) => [1, 2, 3, 4, 5].map((width) => letter.repeat(width))));
  const literal = fc.constantFrom('-', '.', '_', ' ', "'T'", "''", '', '7', '+', '(', '$');
  const format = fc.array(fc.tuple(literal, field), { minLength: 1, maxLength: 7 }).map((pieces) => pieces.flat().join(''));
  const around = fc.constantFrom('-', '.', '', '0', 'x%%', '[');
  const pattern = fc
    .tuple(around, format, around, fc.constantFrom('', '%i', '-%i'), fc.constantFrom('.log', '.log.gz', '.gz', '', '.1'))
    .map(([before, date, after, index, ending]) => `logs/app${before}%d{${date}}${after}${index}${ending}`);
  const moment = fc.integer({ min: Date.UTC(2000, 0, 5), max: Date.UTC(2099, 11, 20) });
  const zones = ['UTC', 'Europe/Berlin', 'Asia/Kathmandu'].map((id) => TimeZone.of(id));
  let accepted = 0;
  fc.assert(
    fc.property(pattern, moment, moment, fc.constantFrom(...zones), fc.nat(1200), fc.nat(12), (text, one, other, zone, index, copy) => {
      let parsed: ArchivePattern;
      try {
        parsed = ArchivePattern.parse(text);
      } catch (thrown) {
        assert.match((thrown as Error).message, /touch, so that/);
        return;
      }
      accepted++;
      const identify = (at: number): ArchiveIdentity => {
        const name = basename(parsed.nameFor({ time: at, zone, index, copy }));
        const identity = parsed.identify(name);
        assert.ok(identity !== undefined, `${text} does not know ${name}`);
        assert.deepEqual([identity.index, identity.copy], [parsed.hasIndex ? index : 0, copy], `${text} misreads ${name}`);
        return identity;
      };
      const [first, second] = [identify(Math.min(one, other)), identify(Math.max(one, other))];
      if (first.time === undefined) return;
      assert.ok(second.time! >= first.time, `${text}: ${first.time} ${second.time}`);
      const isSame = endOfPeriod(one, parsed.unit!, zone) === endOfPeriod(other, parsed.unit!, zone);
      if (isSame) assert.equal(first.time, second.time);
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 500) },
  );
  assert.ok(accepted > 100, `${accepted} patterns accepted`);
});

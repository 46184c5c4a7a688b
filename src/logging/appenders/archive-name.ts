import { basename, dirname, join } from 'node:path';

import type { TimeZone, WallTime } from '../layouts/time-zone.js';
import type { PeriodUnit } from './rotation-period.js';

/** Where an archive stands among others of its pattern; compared from the front, the later one is the younger. */
export type ArchiveAge = readonly number[];

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: keyof WallTime; readonly width: number }
  | { readonly kind: 'index' };

/**
 * The pattern of archive names: `%d` is the day, `%d{yyyy-MM-dd-HH}` a date in that form, `%i` a number, `%%` a percent sign; a name that ends in
 * ".gz" is compressed.
 *
 * @example ArchivePattern.parse('logs/app-%d.log.gz').nameFor({ time, zone, index: 0, copy: 0 }) // logs/app-2026-11-14.log.gz
 */
export class ArchivePattern {
  readonly directory: string;
  readonly compressed: boolean;
  private readonly form: RegExp;

  private constructor(
    readonly text: string,
    private readonly pieces: readonly Piece[],
    /** How long a period is; undefined where names carry no date. */
    readonly unit: PeriodUnit | undefined,
  ) {
    this.directory = dirname(text);
    this.compressed = text.endsWith('.gz');
    this.form = formOf(pieces, this.compressed);
  }

  /** Reads a pattern; throws a RangeError that says what is wrong with it. */
  static parse(text: string): ArchivePattern {
    const complain = (problem: string): never => {
      throw new RangeError(`Invalid archive pattern: ${text}. ${problem}`);
    };
    if (dirname(text).includes('%')) complain('%d and %i belong in the file name, not in the folder');
    const pieces: Piece[] = [];
    let from = 0;
    const name = basename(text);
    for (const found of name.matchAll(/%(?:d(?:\{([^}]*)\})?|i|%|(.?))/g)) {
      pieces.push({ kind: 'text', text: name.slice(from, found.index) });
      from = found.index + found[0].length;
      if (found[0] === '%i') pieces.push({ kind: 'index' });
      else if (found[0] === '%%') pieces.push({ kind: 'text', text: '%' });
      else if (found[0].startsWith('%d')) pieces.push(...datePieces(found[1] ?? 'yyyy-MM-dd', complain));
      else complain(`${found[0]} means nothing; use %d, %d{yyyy-MM-dd-HH}, %i, or %% for a percent sign`);
    }
    pieces.push({ kind: 'text', text: name.slice(from) });
    if ((name.match(/%%|%d/g) ?? []).filter((token) => token === '%d').length > 1) complain('%d may stand in it once');
    if ((name.match(/%%|%i/g) ?? []).filter((token) => token === '%i').length > 1) complain('%i may stand in it once');
    const unit = unitOf(pieces, complain);
    if (unit === undefined && !pieces.some((piece) => piece.kind === 'index'))
      complain('It needs %d or %i, or all archives would have one name');
    return new ArchivePattern(text, pieces, unit);
  }

  /** The form that configuration is read by. */
  static fromJson(value: unknown): ArchivePattern {
    if (typeof value !== 'string') throw new RangeError('An archive pattern is a text such as logs/app-%d.log.gz');
    return ArchivePattern.parse(value);
  }

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return this.text;
  }

  get hasIndex(): boolean {
    return this.pieces.some((piece) => piece.kind === 'index');
  }

  /** The path of an archive. A copy above 0 sets it apart from one that already has the name. */
  nameFor(archive: { readonly time: number; readonly zone: TimeZone; readonly index: number; readonly copy: number }): string {
    const wall = archive.zone.wallTimeAt(archive.time);
    let name = '';
    for (const piece of this.pieces) {
      if (piece.kind === 'text') name += piece.text;
      else if (piece.kind === 'index') name += archive.index;
      else name += fieldText(wall[piece.field], piece);
    }
    if (archive.copy > 0) name = this.compressed ? `${name.slice(0, -3)}.${archive.copy}.gz` : `${name}.${archive.copy}`;
    return join(this.directory, name);
  }

  /** The age of a file with such a name, or undefined where the name is of another kind. */
  ageOf(name: string): ArchiveAge | undefined {
    const found = this.form.exec(name)?.groups;
    if (found === undefined) return undefined;
    return [...fieldsByLength.map((field) => found[field]), found['archiveIndex'], found['copy']].map((digits) => Number(digits ?? 0));
  }

  /** The number in such a name, where all else in it is as of that time. */
  indexIn(name: string, time: number, zone: TimeZone): number | undefined {
    const index = this.form.exec(name)?.groups?.['archiveIndex'];
    if (index === undefined) return undefined;
    const age = this.ageOf(name)!;
    const same = this.ageOf(basename(this.nameFor({ time, zone, index: Number(index), copy: 0 })))!;
    return same.slice(0, -2).every((part, at) => part === age[at]) ? Number(index) : undefined;
  }
}

const fieldsByLength = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

const fieldByLetter: Readonly<Record<string, keyof WallTime>> = { y: 'year', M: 'month', d: 'day', H: 'hour', m: 'minute', s: 'second' };

function datePieces(format: string, complain: (problem: string) => never): Piece[] {
  const pieces: Piece[] = [];
  for (const [found, quoted] of format.matchAll(/'([^']*)'|([A-Za-z])\2*|[^A-Za-z']+|'/g)) {
    const field = fieldByLetter[found[0]!];
    if (quoted !== undefined) pieces.push({ kind: 'text', text: quoted });
    else if (!/[A-Za-z]/.test(found)) pieces.push({ kind: 'text', text: found });
    else if (field === undefined || found.length > (field === 'year' ? 4 : 2)) {
      complain(`"${found}" in %d{${format}} means nothing; use yyyy, MM, dd, HH, mm and ss`);
    } else pieces.push({ kind: 'field', field, width: found.length });
  }
  return pieces;
}

function unitOf(pieces: readonly Piece[], complain: (problem: string) => never): PeriodUnit | undefined {
  const present = new Set(pieces.flatMap((piece) => (piece.kind === 'field' ? [piece.field] : [])));
  const unit = fieldsByLength.findLast((field) => present.has(field));
  if (unit === undefined) return undefined;
  const missing = fieldsByLength.slice(0, fieldsByLength.indexOf(unit)).filter((field) => !present.has(field));
  if (missing.length > 0) complain(`Its date has the ${unit} without the ${missing.join(', ')}, so that names would come again`);
  return unit;
}

function fieldText(value: number, { field, width }: { readonly field: keyof WallTime; readonly width: number }): string {
  return field === 'year' && width === 2 ? String(value % 100).padStart(2, '0') : String(value).padStart(width, '0');
}

function formOf(pieces: readonly Piece[], compressed: boolean): RegExp {
  const given = new Set<string>();
  let form = '';
  for (const piece of pieces) {
    if (piece.kind === 'text') form += piece.text.replace(/[^\w]/g, '\\$&');
    else if (piece.kind === 'index') form += '(?<archiveIndex>\\d+)';
    else {
      form += given.has(piece.field) ? '' : `(?<${piece.field}>`;
      form += piece.width === 1 ? '\\d{1,2}' : `\\d{${piece.width}}`;
      form += given.has(piece.field) ? '' : ')';
      given.add(piece.field);
    }
  }
  return new RegExp(compressed ? `^${form.slice(0, -'\\.gz'.length)}(?:\\.(?<copy>\\d+))?\\.gz$` : `^${form}(?:\\.(?<copy>\\d+))?$`);
}

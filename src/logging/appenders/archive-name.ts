import { basename, dirname, join, resolve } from 'node:path';

import type { JsonSchema } from '../../values/json-schema.js';
import type { TimeZone } from '../layouts/time-zone.js';
import { ArchiveDate, fieldForm, fieldText, fieldValue, hasVariableLength, isNumeric } from './archive-date.js';
import type { DateField, DatePiece } from './archive-date.js';
import type { Fields } from './calendar.js';
import type { PeriodUnit } from './rotation-period.js';

/** What the name of an archive tells of it. */
export interface ArchiveIdentity {
  /** Grows with the period; undefined if the pattern has no date, or one whose names come again. */
  readonly time: number | undefined;
  /** The number in place of `%i`. */
  readonly index: number;
  /** The number that sets it apart from others of its name; 0 if there is none. */
  readonly copy: number;
}

/** Which archive a name is for. */
export interface ArchiveRequest {
  readonly time: number;
  readonly zone: TimeZone;
  readonly index: number;
  readonly copy: number;
}

type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'field'; readonly field: DateField }
  | { readonly kind: 'index' };

type Complain = (problem: string) => never;

/**
 * The pattern of archive names: `%d` is the day, `%d{yyyy-MM-dd-HH}` a date in that form, `%i` a number, `%%` a percent sign. A name that ends in ".gz" is
 * compressed.
 *
 * @example ArchivePattern.parse('logs/app-%d.log.gz').nameFor({ time, zone, index: 0, copy: 0 }) // logs/app-2026-11-14.log.gz
 */
export class ArchivePattern {
  readonly compressed: boolean;
  private readonly form: RegExp;

  private constructor(
    readonly text: string,
    readonly directory: string,
    private readonly pieces: readonly Piece[],
    private readonly date: ArchiveDate | undefined,
  ) {
    this.compressed = text.endsWith('.gz');
    this.form = formOf(pieces, this.compressed);
  }

  /** Reads a pattern; throws a RangeError that says what is wrong with it. */
  static parse(text: string): ArchivePattern {
    const complain: Complain = (problem) => {
      throw new RangeError(`Invalid archive pattern: ${text}. ${problem}`);
    };
    if (text.endsWith('.zip')) complain('Archives cannot be compressed with zip; use .gz');
    const folder = dirname(text);
    if (/%/.test(folder.replaceAll('%%', ''))) complain('%d and %i belong in the file name, not in the folder; %% is a percent sign');
    const { pieces, date } = piecesOf(basename(text), complain);
    if (date === undefined && !pieces.some(isIndex)) complain('It needs %d or %i, or all archives would have the same name');
    refuseAmbiguity(pieces, complain);
    return new ArchivePattern(text, folder.replaceAll('%%', '%'), pieces, date);
  }

  /** For the schema of the configuration. */
  static readonly jsonSchema: JsonSchema = { type: 'string' };

  /** Called when a configuration file is read. */
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

  /** The same pattern, with a folder that does not depend on the working directory. */
  resolved(): ArchivePattern {
    return new ArchivePattern(this.text, resolve(this.directory), this.pieces, this.date);
  }

  /** How long a period is; undefined if names have no date. */
  get unit(): PeriodUnit | undefined {
    return this.date?.unit;
  }

  get hasIndex(): boolean {
    return this.pieces.some(isIndex);
  }

  /** What start-up warns of. */
  get warnings(): readonly string[] {
    return this.date?.warnings ?? [];
  }

  /** The path of an archive. */
  nameFor({ time, zone, index, copy }: ArchiveRequest): string {
    const fields = this.date?.fieldsAt(time, zone) ?? {};
    const name = this.pieces.map((piece) => (piece.kind === 'index' ? index : textOf(piece, fields))).join('');
    return join(this.directory, copy === 0 ? name : withCopy(name, copy, this.compressed));
  }

  /** The path of an archive before it is compressed. */
  uncompressedNameFor(archive: ArchiveRequest): string {
    const name = this.nameFor(archive);
    return this.compressed ? name.slice(0, -'.gz'.length) : name;
  }

  /** Reads the name of a file; undefined if it is not that of an archive. */
  identify(name: string): ArchiveIdentity | undefined {
    const found = this.form.exec(name)?.groups;
    if (found === undefined) return undefined;
    const identity = { index: Number(found['archiveIndex'] ?? 0), copy: Number(found['copy'] ?? 0) };
    if (this.date === undefined) return { time: undefined, ...identity };
    const fields: Fields = {};
    for (const [at, piece] of this.pieces.entries()) {
      if (piece.kind !== 'field') continue;
      const { letter } = piece.field;
      const value = fieldValue(piece.field, found[`field${at}`]!);
      // A field that is there twice must have the same value twice.
      if (fields[letter] !== undefined && fields[letter] !== value) return undefined;
      fields[letter] = value;
    }
    const time = this.date.timeOf(fields);
    return time === undefined ? undefined : { time: this.date.isComplete ? time : undefined, ...identity };
  }

  /** Makes a function that reads the index from names of that time's period, and yields undefined for others. */
  indexReader(time: number, zone: TimeZone): (name: string) => number | undefined {
    const fields = this.date?.fieldsAt(time, zone) ?? {};
    const ofPeriod = this.pieces.map((piece): Piece => (piece.kind === 'field' ? { kind: 'text', text: textOf(piece, fields) } : piece));
    const form = formOf(ofPeriod, this.compressed);
    return (name) => {
      const found = form.exec(name)?.groups?.['archiveIndex'];
      return found === undefined ? undefined : Number(found);
    };
  }
}

function isIndex(piece: Piece): boolean {
  return piece.kind === 'index';
}

function piecesOf(name: string, complain: Complain): { readonly pieces: readonly Piece[]; readonly date: ArchiveDate | undefined } {
  const pieces: Piece[] = [];
  let date: ArchiveDate | undefined;
  for (const [found, format] of name.matchAll(/%(?:d(?:ate)?(?:\{([^}]*)\})?|i|%|.?)|[^%]+/g)) {
    if (!found.startsWith('%')) pieces.push({ kind: 'text', text: found });
    else if (found === '%%') pieces.push({ kind: 'text', text: '%' });
    else if (found === '%i') {
      if (pieces.some(isIndex)) complain('%i may be in it only once');
      pieces.push({ kind: 'index' });
    } else if (found.startsWith('%d')) {
      if (date !== undefined) complain('%d may be in it only once');
      date = ArchiveDate.parse(format ?? 'yyyy-MM-dd', complain);
      pieces.push(...date.pieces.map(pieceOfDate));
    } else complain(`${found} is not known; use %d, %d{yyyy-MM-dd-HH}, %i, or %% for a percent sign`);
  }
  return { pieces, date };
}

function pieceOfDate(piece: DatePiece): Piece {
  return typeof piece === 'string' ? { kind: 'text', text: piece } : { kind: 'field', field: piece };
}

// In "yyyyMd" the name 2026111 could be of January or of November. Numbers that touch each other can be told apart if at most one varies in length.
function refuseAmbiguity(pieces: readonly Piece[], complain: Complain): void {
  let varying: string | undefined;
  for (const piece of pieces) {
    if (piece.kind === 'text' ? !/^\d+$/.test(piece.text) : piece.kind === 'field' && !isNumeric(piece.field)) {
      varying = undefined;
      continue;
    }
    const shown = piece.kind === 'field' ? piece.field.letter.repeat(piece.field.width) : '%i';
    if (piece.kind === 'text' || (piece.kind === 'field' && !hasVariableLength(piece.field))) continue;
    if (varying !== undefined)
      complain(`${varying} and ${shown} touch, so that their digits cannot be told apart; put something between them`);
    varying = shown;
  }
}

function textOf(piece: Exclude<Piece, { readonly kind: 'index' }>, fields: Fields): string {
  return piece.kind === 'text' ? piece.text : fieldText(piece.field, fields[piece.field.letter]!);
}

function withCopy(name: string, copy: number, compressed: boolean): string {
  return compressed ? `${name.slice(0, -'.gz'.length)}.${copy}.gz` : `${name}.${copy}`;
}

function formOf(pieces: readonly Piece[], compressed: boolean): RegExp {
  const form = pieces
    .map((piece, at) => {
      if (piece.kind === 'text') return piece.text.replace(/[^\w]/g, '\\$&');
      return piece.kind === 'index' ? '(?<archiveIndex>\\d+)' : `(?<field${at}>${fieldForm(piece.field)})`;
    })
    .join('');
  return compressed
    ? new RegExp(`^${form.slice(0, -'\\.gz'.length)}(?:\\.(?<copy>\\d+))?\\.gz$`)
    : new RegExp(`^${form}(?:\\.(?<copy>\\d+))?$`);
}

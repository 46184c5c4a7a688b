import type { JsonSchema } from '../values/json-schema.js';
import { anyCasePattern } from '../values/text-pattern.js';

const switches: ReadonlyMap<string, string> = new Map([
  ['ON', 'ALL'],
  ['TRUE', 'ALL'],
  ['FALSE', 'OFF'],
]);

/**
 * The severity of a log line, and the threshold from which lines are written: OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL.
 *
 * @example Level.parse('debug') === Level.DEBUG
 */
export class Level {
  static readonly ALL = new Level('ALL', 0);
  static readonly TRACE = new Level('TRACE', 1);
  static readonly DEBUG = new Level('DEBUG', 2);
  static readonly INFO = new Level('INFO', 3);
  static readonly WARN = new Level('WARN', 4);
  static readonly ERROR = new Level('ERROR', 5);
  static readonly OFF = new Level('OFF', 6);

  /** Every level, from the least to the most verbose: the order in which messages list them. */
  static readonly values: readonly Level[] = [Level.OFF, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE, Level.ALL];

  /** The JSON Schema of a level in a configuration file: the names for editors to choose from, and all that {@link Level.parse} takes. */
  static readonly jsonSchema: JsonSchema = {
    anyOf: [
      { enum: Level.values.map((level) => level.name) },
      {
        type: 'string',
        pattern: `^\\s*(?:${[...Level.values.map((level) => level.name), ...switches.keys()].map(anyCasePattern).join('|')})\\s*$`,
      },
      { type: 'boolean' },
    ],
  };

  private constructor(
    readonly name: string,
    /** Grows with severity; a line is written if the rank of its level is at least that of the threshold. */
    readonly rank: number,
  ) {}

  /**
   * Reads a level in any case. `on` and `true` mean ALL, `off` and `false` mean OFF, as text or as the booleans that YAML 1.1 makes of them. Throws a
   * RangeError that lists the levels.
   */
  static parse(value: unknown): Level {
    if (value instanceof Level) return value;
    const text = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toUpperCase() : undefined;
    const name = text === undefined ? undefined : (switches.get(text) ?? text);
    const level = Level.values.find((candidate) => candidate.name === name);
    if (level === undefined) {
      throw new RangeError(`Invalid level: ${shown(value)}. Use one of ${Level.values.join(', ')}`);
    }
    return level;
  }

  /** Called when a configuration file is read. */
  static fromJson(value: unknown): Level {
    return Level.parse(value);
  }

  /** True if a line of the other level passes this level as a threshold. */
  admits(other: Level): boolean {
    return other.rank >= this.rank;
  }

  toString(): string {
    return this.name;
  }

  toJSON(): string {
    return this.name;
  }
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
}

/**
 * How grave a log line is, and from where on lines are written: OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL.
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

  /** Every level, from the quietest to the most talkative: the order in which messages list them. */
  static readonly choices: readonly Level[] = [Level.OFF, Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE, Level.ALL];

  /** What editors are told of a level in a configuration file. */
  static readonly jsonSchema = { enum: Level.choices.map((choice) => choice.name) };

  private constructor(
    readonly name: string,
    /** Grows with gravity; a line is written where its level's rank is at least the threshold's. */
    readonly rank: number,
  ) {}

  /**
   * Reads a level from text in any case, or from the booleans that YAML makes of a bare `off` and `on`; throws a RangeError that lists the
   * choices.
   */
  static parse(value: unknown): Level {
    if (value instanceof Level) return value;
    if (value === false) return Level.OFF;
    if (value === true) return Level.ALL;
    const name = typeof value === 'string' ? value.trim().toUpperCase() : undefined;
    const level = Level.choices.find((choice) => choice.name === name);
    if (level === undefined) {
      throw new RangeError(`Invalid level: ${shown(value)}. Use one of ${Level.choices.join(', ')}`);
    }
    return level;
  }

  /** The form that configuration is read by. */
  static fromJson(value: unknown): Level {
    return Level.parse(value);
  }

  /** True where a line of the other level passes this one as a threshold. */
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

import {
  ConfigurationOverrideError,
  ConfigurationParsingError,
  ConfigurationValidationError,
  layoutFindings,
} from './configuration-error.js';
import type { ConfigurationError, Finding } from './configuration-error.js';
import { describeOrigin, fromDefaults } from './configuration-tree.js';
import type { Origin } from './configuration-tree.js';

/** Collects what the steps of loading find wrong, so that the operator gets one report of everything. */
export class ConfigurationReport {
  private readonly misread: Problem[] = [];
  private readonly misapplied: Problem[] = [];
  private readonly violations = new Map<string, Finding>();

  constructor(
    /** The file as the operator named it. */
    readonly path: string,
    /** The paths of the overrides, in the order given. */
    private readonly overridden: readonly string[] = [],
  ) {}

  /** The file, a variable or an override holds something that cannot be read. */
  add(message: string, origin: Origin, suggestions?: readonly string[]): void {
    this.misread.push({ message, origin, ...(suggestions === undefined ? {} : { suggestions }) });
  }

  /** An override has no place in the configuration. The same one given twice is reported once. */
  addOverride(message: string, origin: Origin): void {
    if (!this.misapplied.some((one) => one.message === message)) this.misapplied.push({ message, origin });
  }

  /** A value violates a constraint. `section` says where in words, for a value without an origin to name. */
  addViolation(message: string, origin: Origin = fromDefaults, section?: string): void {
    const position = describeOrigin(origin, this.path) ?? section;
    this.violations.set(`${message} ${position ?? ''}`, { message, position });
  }

  get isEmpty(): boolean {
    return this.misread.length + this.misapplied.length + this.violations.size === 0;
  }

  /** The report as an error: first what cannot be read, as it stands in the file and on the command line, then violations by name. */
  toError(): ConfigurationError {
    const violations = [...this.violations].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding);
    const findings = [...this.inPlace([...this.misread, ...this.misapplied]), ...violations];
    if (this.misread.length > 0) return new ConfigurationParsingError(this.path, findings);
    if (this.misapplied.length === 0) return new ConfigurationValidationError(this.path, findings);
    const problems = this.misapplied.map(({ message }) => message);
    // Alone, they are about the command line and not about the file.
    return new ConfigurationOverrideError(problems, violations.length === 0 ? problems.join('\n') : layoutFindings(this.path, findings));
  }

  private inPlace(problems: readonly Problem[]): readonly Finding[] {
    return problems
      .map((problem) => ({ problem, rank: this.rankOf(problem.origin) }))
      .toSorted((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1] || a.rank[2] - b.rank[2])
      .map(({ problem: { message, origin, suggestions } }) => ({
        message,
        position: describeOrigin(origin, this.path),
        ...(suggestions === undefined ? {} : { suggestions }),
      }));
  }

  private rankOf(origin: Origin): readonly [part: number, first: number, second: number] {
    switch (origin.kind) {
      case 'file':
      case 'substituted':
        return [0, origin.line, origin.column];
      case 'override':
        return [1, this.overridden.lastIndexOf(origin.path), 0];
      case 'default':
        return [2, 0, 0];
    }
  }
}

interface Problem {
  readonly message: string;
  readonly origin: Origin;
  /** Known names to choose from, the nearest first. */
  readonly suggestions?: readonly string[];
}

import { shownSuggestions } from '../json/did-you-mean.js';

/** A configuration that cannot be used; the message is complete and meant for the operator, who needs no stack trace. */
export abstract class ConfigurationError extends Error {
  abstract readonly code: string;
}

/** The file cannot be read as text: missing, a directory, not permitted, binary, too large. */
export class ConfigurationSourceError extends ConfigurationError {
  override readonly name = 'ConfigurationSourceError';
  readonly code = 'KEELSON_CONFIGURATION_UNREADABLE';
}

/** The text is not a configuration: malformed, empty, unknown keys, values of the wrong type, undefined variables. What else is wrong stands in the same report. */
export class ConfigurationParsingError extends ConfigurationError {
  override readonly name = 'ConfigurationParsingError';
  readonly code = 'KEELSON_CONFIGURATION_MALFORMED';

  constructor(
    readonly path: string,
    readonly findings: readonly Finding[],
  ) {
    super(layoutFindings(path, findings));
  }
}

/** An override (`-Dsvc.path=value`) that does not fit the configuration. */
export class ConfigurationOverrideError extends ConfigurationError {
  override readonly name = 'ConfigurationOverrideError';
  readonly code = 'KEELSON_CONFIGURATION_OVERRIDE';

  constructor(
    readonly problems: readonly string[],
    message: string = problems.join('\n'),
  ) {
    super(message);
  }
}

/** The configuration violates the constraints of its class. */
export class ConfigurationValidationError extends ConfigurationError {
  override readonly name = 'ConfigurationValidationError';
  readonly code = 'KEELSON_CONFIGURATION_INVALID';

  constructor(
    readonly path: string,
    readonly findings: readonly Finding[],
  ) {
    super(layoutFindings(path, findings));
  }
}

/** The configuration class cannot be used; its author has to change it. */
export class ConfigurationClassError extends ConfigurationError {
  override readonly name = 'ConfigurationClassError';
  readonly code = 'KEELSON_CONFIGURATION_CLASS';
}

/** One line of an error report. */
export interface Finding {
  readonly message: string;
  /** Where the value came from, as {@link describeOrigin} says it. */
  readonly position?: string | undefined;
  /** Known names to choose from, the nearest first. */
  readonly suggestions?: readonly string[];
}

/** Where more than this is wrong, it is the wrong file. */
const shownFindings = 100;

/** The findings as the operator reads them, under a line that names the file. */
export function layoutFindings(path: string, findings: readonly Finding[]): string {
  const lines = [`${path} has ${findings.length === 1 ? 'an error' : 'the following errors'}:`];
  for (const { message, position, suggestions = [] } of findings.slice(0, shownFindings)) {
    lines.push(`  * ${message}${position === undefined ? '' : ` (${position})`}`);
    if (suggestions.length === 0) continue;
    lines.push('    Did you mean?:', ...suggestions.slice(0, shownSuggestions).map((name) => `      - ${name}`));
    const more = suggestions.length - shownSuggestions;
    if (more > 0) lines.push(`        [${more} more]`);
  }
  if (findings.length > shownFindings) lines.push(`  [${findings.length - shownFindings} more errors]`);
  return lines.join('\n');
}

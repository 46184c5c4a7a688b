import { shortened } from '../values/shortened.js';
import { shownSuggestions } from './did-you-mean.js';

/** A place in a text; both count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Text that is not JSON. */
export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly code = 'KEELSON_JSON_SYNTAX';
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;

  constructor(
    /** What is wrong, without the place. */
    readonly problem: string,
    position: Position,
  ) {
    super(`Malformed JSON at line ${position.line}, column ${position.column}: ${problem}`);
    this.line = position.line;
    this.column = position.column;
  }
}

/** One thing in a document that does not fit the declared type. */
export type JsonProblem = MismatchProblem | UnknownPropertyProblem | InvalidProblem;

interface ProblemPlace {
  /** As in `address.tags[1]`; empty for the document itself. */
  readonly path: string;
  /** The same as keys and indexes. */
  readonly keys: readonly (string | number)[];
  /** Where it stands, if the text is known; counted from 1. */
  readonly line?: number;
  readonly column?: number;
}

/** A value of another type than declared. */
export interface MismatchProblem extends ProblemPlace {
  readonly kind: 'mismatch';
  /** The declared type in words. */
  readonly expected: string;
  /** The value's type in words, and the value if it is short and not secret. */
  readonly found: string;
  /** What the type's own parser said, where it has one. */
  readonly reason?: string;
}

/** A property that the class does not have, where those are refused. */
export interface UnknownPropertyProblem extends ProblemPlace {
  readonly kind: 'unknownProperty';
  /** All properties that could stand there, the most like this one first. */
  readonly suggestions: readonly string[];
}

/** A value that a schema refuses. */
export interface InvalidProblem extends ProblemPlace {
  readonly kind: 'invalid';
  /** What the schema says of it. */
  readonly message: string;
  /** The library that the schema is made with. */
  readonly vendor: string;
}

/** A JSON document does not fit the declared type; lists everything that was found. */
export class JsonMappingError extends Error {
  override readonly name = 'JsonMappingError';
  readonly code = 'KEELSON_JSON_MAPPING';

  constructor(readonly problems: readonly JsonProblem[]) {
    super(problems.map(describeProblem).join('\n'));
  }
}

/** Classes whose JSON form cannot be known; found when a reader or writer is first made, all findings in one. */
export class JsonModelError extends Error {
  override readonly name = 'JsonModelError';
  readonly code = 'KEELSON_JSON_MODEL';

  constructor(readonly problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `${problems.length} classes or members cannot be mapped to JSON:\n${problems.map((one) => `  * ${one}`).join('\n')}`,
    );
  }
}

/** A value that JSON cannot show. */
export class JsonWriteError extends Error {
  override readonly name = 'JsonWriteError';
  readonly code = 'KEELSON_JSON_WRITE';

  constructor(
    /** As in `parent.children[0]`; empty for the value itself. */
    readonly path: string,
    problem: string,
  ) {
    super(path === '' ? problem : `${path}: ${problem}`);
  }
}

/** The problem as one line of text. */
export function describeProblem(problem: JsonProblem): string {
  const where = problem.line === undefined ? '' : ` (line ${problem.line}, column ${problem.column})`;
  const place = problem.path === '' ? '' : `${problem.path}: `;
  if (problem.kind === 'invalid') return `${place}${problem.message}${where}`;
  if (problem.kind === 'unknownProperty') {
    const shown = problem.suggestions.slice(0, shownSuggestions);
    return `${place}unknown property${where}${shown.length === 0 ? '' : `; did you mean ${shown.join(', ')}?`}`;
  }
  const reason = problem.reason === undefined ? '' : `; ${problem.reason}`;
  return `${place}expected ${problem.expected}, found ${problem.found}${reason}${where}`;
}

/** Keys and indexes as people write them: `address.tags[1]`, `scores["a.b"]`. Long keys and long paths are cut. */
export function pathText(keys: readonly (string | number)[]): string {
  let text = '';
  for (const key of keys) {
    if (text.length > shownPathLength) return `${text}…`;
    text += typeof key === 'number' ? `[${key}]` : keyText(shortened(key, shownKeyLength), text);
  }
  return text;
}

function keyText(key: string, before: string): string {
  if (!/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
  return before === '' ? key : `.${key}`;
}

// A message is sent to the client whose document it is about, and must stay small whatever that document holds.
const shownPathLength = 150;
const shownKeyLength = 60;

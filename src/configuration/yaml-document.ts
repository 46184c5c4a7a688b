import { Composer, Lexer, Parser } from 'yaml';
import type { CST, Document, ErrorCode, LineCounter, YAMLError } from 'yaml';

/** Something that is wrong with a text. */
export class YamlProblem {
  constructor(
    readonly message: string,
    readonly offset: number,
  ) {}
}

/** A document, and what is wrong with single values in it, in the order of the text. */
export interface YamlDocument {
  readonly document: Document.Parsed;
  readonly problems: readonly YamlProblem[];
}

/**
 * Parses YAML as the library's `parseDocument` does, but refuses deep nesting: the library composes recursively, a stack overflow there can
 * end the process silently, and its time grows faster than the depth. If the structure is broken, returns the problems up to that point
 * instead of a document.
 */
export function readYamlDocument(text: string, lines: LineCounter, deepest: number): YamlDocument | readonly YamlProblem[] {
  const tokens = tokensOf(text, lines, deepest);
  if (tokens instanceof YamlProblem) return [tokens];
  // A %YAML directive changes nothing: all files are read by the rules of 1.2, in which "on" is text. Duplicates are found by our own
  // reader in one pass; the library's check compares every key with every other.
  const options = { schema: 'core', resolveKnownTags: true, merge: false, prettyErrors: false, uniqueKeys: false } as const;
  const composer = new Composer({ lineCounter: lines, ...options });
  const [document, second] = composer.compose(tokens, true, text.length);
  // compose() was asked for a document even if the text is empty.
  const found: readonly YAMLError[] = [...document!.errors, ...document!.warnings].toSorted((a, b) => a.pos[0] - b.pos[0]);
  const problems = found.map(({ message, pos }) => new YamlProblem(withoutSource(message), pos[0]));
  // What follows a broken structure is mostly the parser's confusion about it.
  const broken = found.findIndex(({ code }) => !localProblems.has(code));
  if (broken >= 0) return problems.slice(0, broken + 1);
  if (second !== undefined) problems.push(new YamlProblem('there is more than one document in the file; keep one', second.range[0]));
  return { document: document!, problems };
}

/** Problems within a single value, after which the parser continues correctly. */
const localProblems: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['BAD_DQ_ESCAPE', 'BAD_SCALAR_START', 'TAG_RESOLVE_FAILED']);

function tokensOf(text: string, lines: LineCounter, deepest: number): CST.Token[] | YamlProblem {
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  lines.addNewLine(0);
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    tokens.push(...parser.next(lexeme));
    // The document itself is the first on the stack.
    if (parser.stack.length > deepest + 1) return new YamlProblem(`values are nested more than ${deepest} deep`, offset);
    offset += lexeme.length;
  }
  tokens.push(...parser.end());
  return tokens;
}

/** Removes what some messages quote from the file, which may be a password without its quotes: `password: !hunter2`. */
function withoutSource(message: string): string {
  if (message.startsWith('Unresolved tag')) return 'unknown tag; quote a text that begins with "!"';
  if (message.startsWith('Plain value cannot start with')) return 'this character cannot begin a plain text; quote the text';
  if (message.startsWith('Missing , ')) return 'a comma is missing, or quotes around a text that holds {, }, [ or ]';
  if (message.startsWith('Nested mappings are not allowed')) return `${message}; quote a text that holds ": "`;
  return message.replace(/^(Invalid escape sequence) .*$/s, '$1; write \\\\ for a backslash in double quotes').replace(/: .*$/s, '');
}

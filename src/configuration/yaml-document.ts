import { Composer, Lexer, Parser } from 'yaml';
import type { CST, Document, LineCounter, YAMLError } from 'yaml';

/** The first thing that is wrong with a text. */
export class YamlProblem {
  constructor(
    readonly message: string,
    readonly offset: number,
  ) {}
}

/**
 * Parses YAML as the library's `parseDocument` does, but gives up at a depth that nobody means: the library composes by recursion, and where
 * that exhausts the stack in the wrong moment, the process ends without a word. It also takes ever longer the deeper it gets.
 */
export function readYamlDocument(text: string, lines: LineCounter, deepest: number): Document.Parsed | YamlProblem {
  const tokens = tokensOf(text, lines, deepest);
  if (tokens instanceof YamlProblem) return tokens;
  // Duplicates are found by our own reader in one pass; the library's check compares every key with every other.
  const composer = new Composer({ lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const [document, second] = composer.compose(tokens, true, text.length);
  // What follows a first mistake is mostly the parser's confusion about it. There is a document even of nothing: compose was told so.
  const [problem]: readonly YAMLError[] = [...document!.errors, ...document!.warnings];
  if (problem !== undefined) return new YamlProblem(withoutSource(problem.message), problem.pos[0]);
  if (second !== undefined) return new YamlProblem('there is more than one document in the file', second.range[0]);
  return document!;
}

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

/** Some messages repeat what was written there, which may be a password that should have been quoted: `password: !hunter2`. */
function withoutSource(message: string): string {
  if (message.startsWith('Unresolved tag')) return 'unknown tag; quote a text that begins with "!"';
  return message.replace(/^(Invalid escape sequence) .*$/s, '$1').replace(/: .*$/s, '');
}

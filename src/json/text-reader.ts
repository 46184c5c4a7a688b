import type { TypeRef } from '../reflection/type-ref.js';
import { codeGenerationAllowed } from './code-generation.js';
import { compileDirectReader, steppedBack } from './direct-reader-compiler.js';
import { doubt, giveUp } from './doubt.js';
import { JsonMappingError } from './json-errors.js';
import type { JsonProblem, Position } from './json-errors.js';
import { nodeAt, parseJsonWithPositions } from './json-parser.js';
import type { JsonNode } from './json-parser.js';
import { checkReadable } from './model-check.js';
import { compileReader } from './reader-compiler.js';
import { ValueReader } from './value-reader.js';
import type { ReadingRules } from './value-reader.js';

/**
 * The function that reads JSON text as the type. A valid document is read directly or goes through JSON.parse and the compiled reader; one
 * that these do not take is read again with positions, step by step, which yields the message, or the value where only exactness was
 * lacking.
 */
export function textReader(type: TypeRef, rules: ReadingRules): (text: string) => unknown {
  checkReadable(type, rules.subtypes);
  const read = quickReader(type, rules);
  return (text) => {
    try {
      return read(text);
    } catch (error) {
      if (error !== doubt && !(error instanceof SyntaxError)) throw error;
    }
    return readWithPositions(type, rules, text);
  };
}

function quickReader(type: TypeRef, rules: ReadingRules): (text: string) => unknown {
  const read = codeGenerationAllowed() ? compileReader(type, rules) : interpretedReader(type, rules);
  const readDirectly = codeGenerationAllowed() ? compileDirectReader(type, rules) : undefined;
  if (readDirectly === undefined) return (text) => read(JSON.parse(text));
  return (text) => {
    const value = readDirectly(text);
    return value === steppedBack ? read(JSON.parse(text)) : value;
  };
}

function interpretedReader(type: TypeRef, rules: ReadingRules): (value: unknown) => unknown {
  return (value) => {
    const reader = new ValueReader(rules);
    const read = reader.read(type, value);
    return reader.problems.length > 0 ? giveUp() : read;
  };
}

function readWithPositions(type: TypeRef, rules: ReadingRules, text: string): unknown {
  const root = parseJsonWithPositions(text);
  const reader = new ValueReader(rules);
  const read = reader.read(type, root.value);
  if (reader.problems.length === 0) return read;
  const placedProblems = reader.problems.map((problem) => placed(problem, root));
  throw new JsonMappingError(placedProblems.toSorted((a, b) => a.line - b.line || a.column - b.column));
}

/** An unknown property is where its name stands, anything else where its value does. */
function placed(problem: JsonProblem, root: JsonNode): JsonProblem & Position {
  const { node, key } = nodeAt(root, problem.keys);
  const { line, column } = problem.kind === 'unknownProperty' ? (key ?? node) : node;
  return { ...problem, line, column };
}

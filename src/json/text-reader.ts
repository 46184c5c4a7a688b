import { canGenerateCode } from '../reflection/generated-code.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { nestsDeeply } from './deep-nesting.js';
import { compileDirectReader, leftToJsonParse } from './direct-reader-compiler.js';
import { doubt } from './doubt.js';
import { JsonMappingError } from './json-errors.js';
import { parseJsonWithPositions } from './json-node.js';
import { checkReadable } from './model-check.js';
import { compileReader } from './reader-compiler.js';
import { ValueReader } from './value-reader.js';
import type { ReadingRules } from './value-reader.js';

/**
 * Makes the function that reads JSON text as the type. A valid document is read directly, or by JSON.parse and the compiled reader. A document
 * that these refuse is read again step by step, with positions: that gives the message, or the exact value of numbers that a double cannot
 * hold.
 */
export function textReader(type: TypeRef, rules: ReadingRules): (text: string) => unknown {
  checkReadable(type, rules.subtypes);
  if (!canGenerateCode()) return (text) => readWithPositions(type, rules, text);
  const read = compiledReader(type, rules);
  return (text) => {
    if (nestsDeeply(text)) return readWithPositions(type, rules, text);
    try {
      return read(text);
    } catch (error) {
      if (error !== doubt && !(error instanceof SyntaxError)) throw error;
    }
    return readWithPositions(type, rules, text);
  };
}

function compiledReader(type: TypeRef, rules: ReadingRules): (text: string) => unknown {
  const read = compileReader(type, rules);
  const readDirectly = compileDirectReader(type, rules);
  if (readDirectly === undefined) return (text) => read(JSON.parse(text));
  return (text) => {
    const value = readDirectly(text);
    return value === leftToJsonParse ? read(JSON.parse(text)) : value;
  };
}

function readWithPositions(type: TypeRef, rules: ReadingRules, text: string): unknown {
  const reader = new ValueReader(rules);
  const read = reader.read(type, parseJsonWithPositions(text));
  if (reader.problems.length === 0) return read;
  throw new JsonMappingError(reader.problems.toSorted((a, b) => a.line! - b.line! || a.column! - b.column!));
}

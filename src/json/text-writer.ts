import { canGenerateCode } from '../reflection/generated-code.js';
import type { TypeRef } from '../reflection/type-ref.js';
import type { CompiledWriters } from './compiled-writers.js';
import { doubt } from './doubt.js';
import { ValueWriter } from './value-writer.js';
import type { WritingRules } from './value-writer.js';

/**
 * Makes the function that writes values as JSON text, of the type if one is given. A value that the compiled writers refuse is written again
 * step by step, which gives the message.
 */
export function textWriter(rules: WritingRules, compiled: CompiledWriters, type: TypeRef | undefined): (value: unknown) => string {
  if (!canGenerateCode()) return (value) => new ValueWriter(rules).write(value, type);
  const write = type === undefined ? (value: unknown) => compiled.any(value, 0) ?? 'null' : compiled.writerFor(type);
  return (value) => {
    try {
      return write(value);
    } catch (error) {
      if (error !== doubt) throw error;
    }
    return new ValueWriter(rules).write(value, type);
  };
}

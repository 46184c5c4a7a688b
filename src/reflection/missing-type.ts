import { settled } from './type-ref.js';
import type { TypeRef } from './type-ref.js';

/**
 * What to tell the developer whose declared type did not survive compilation, or undefined where it did.
 *
 * @param place the member in the developer's words, as in "Person.tags" or "PersonResource.find, parameter 2"
 * @param annotation how the token can be written there, with `%` for the token, as in "@JsonProperty(%)"
 */
export function missingType(type: TypeRef, place: string, annotation: string): string | undefined {
  const known = settled(type);
  if (known.kind === 'unknown') {
    const example = annotation.replace('%', 'enumOf(Choice)');
    if (known.found === 'nothing')
      return `${place}: the compiler wrote down nothing of its type; set "emitDecoratorMetadata": true in tsconfig.json, or name the type, as in ${example}`;
    // What tsc writes for a class that it was told to forget.
    if (known.found === 'Function')
      return `${place}: at run time only "Function" is left of its type; write "import" in place of "import type" for a class, or name the type, as in ${example}`;
    return (
      `${place}: at run time only "${known.found}" is left of its type; name the type, as in ${example}, ` +
      'or declare it where only an initialiser says it ("port: number = 80", not "port = 80")'
    );
  }
  if ('element' in known && settled(known.element).kind === 'unknown') {
    return `${place}: at run time it is not known what the ${containerNames[known.kind]} holds; name the type, as in ${annotation.replace('%', containerTokens[known.kind])}`;
  }
  return 'element' in known ? missingType(known.element, place, annotation) : undefined;
}

const containerNames = { optional: 'Optional', list: 'array', set: 'Set', record: 'object', map: 'Map' } as const;
const containerTokens = {
  optional: 'optional(Int)',
  list: 'listOf(String)',
  set: 'setOf(String)',
  record: 'recordOf(String)',
  map: 'mapOf(String)',
} as const;

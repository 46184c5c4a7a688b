import { innermostType, settled } from './type-ref.js';
import type { TypeRef } from './type-ref.js';

/**
 * What to tell the developer whose declared type did not survive compilation, or undefined where it did.
 *
 * @param place the member in the developer's words, as in "Person.tags" or "PersonResource.find, parameter 2"
 * @param annotation how the token can be written there, with `%` for the token, as in "@JsonProperty(%)"
 */
export function missingType(type: TypeRef, place: string, annotation: string): string | undefined {
  const innermost = innermostType(type);
  if (innermost?.kind !== 'unknown') return undefined;
  const around = innermostContainer(type);
  if (around !== undefined) {
    return `${place}: at run time it is not known what the ${containerNames[around]} holds; name the type, as in ${annotation.replace('%', containerTokens[around])}`;
  }
  const named = (token: string) => annotation.replace('%', token);
  switch (innermost.found) {
    case 'nothing':
      return `${place}: the compiler wrote down nothing of its type; ${withMetadata()}, or name the type, as in ${named('String')}`;
    // What tsc writes for a class that it was told to forget.
    case 'Function':
      return `${place}: at run time only "Function" is left of its type; write "import" in place of "import type" for a class, or name the type, as in ${named('ThatClass')}`;
    case 'Object':
      if (annotation === '@Valid(%)')
        return (
          `${place}: is declared as an interface, a union or the like, of which nothing is left at run time; ` +
          'declare a class with annotated fields, write "body?: Person" for one that may be missing, or @Valid(Json) for any JSON'
        );
      return (
        `${place}: at run time only "Object" is left of its type, as of unions ("string | undefined"), interfaces and fields without a declared ` +
        `type ("port = 80"); write "name?: string" or "port: number = 80", or name the type, as in ${named('String')} or ${named('enumOf(Choice)')}`
      );
    default:
      return `${place}: at run time only "${innermost.found}" is left of its type; name the type, as in ${named('String')}`;
  }
}

/** What to tell the developer of a field that may be an enum for all that can be known of it. */
export function undeclaredEnum(place: string): string {
  return (
    `${place}: @NotNull alone does not tell text or a number from an enum or a union of literals, so that any text or number is taken; ` +
    'add @JsonProperty(enumOf(Choice)) for an enum, or @JsonProperty to say that it is plain text or a number'
  );
}

/** How to compile so that types are written down. */
function withMetadata(): string {
  // tsx is a loader of node; what esbuild made cannot be told from other code.
  const options = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(' ')];
  return options.some((option) => /(^|[\\/=])tsx([\\/]|$)/.test(option))
    ? 'tsx never writes types down, whatever tsconfig.json says: compile with tsc or swc'
    : 'set "emitDecoratorMetadata": true in tsconfig.json for tsc, or "decoratorMetadata": true for swc (esbuild and tsx never write types down)';
}

type ContainerKind = keyof typeof containerNames;

function innermostContainer(type: TypeRef): ContainerKind | undefined {
  let around: ContainerKind | undefined;
  for (let known = settled(type); 'element' in known; known = settled(known.element)) around = known.kind;
  return around;
}

const containerNames = { optional: 'Optional', list: 'array', set: 'Set', record: 'object', map: 'Map' } as const;
const containerTokens = {
  optional: 'optional(Int)',
  list: 'listOf(String)',
  set: 'setOf(String)',
  record: 'recordOf(String)',
  map: 'mapOf(String)',
} as const;

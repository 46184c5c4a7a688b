// Regular expressions for JSON Schema, which has no flags: they are written so that they mean the same with and without "u".

/** The text as an expression that matches it and nothing else. */
export function literalPattern(text: string): string {
  return Array.from(text).map(escaped).join('');
}

/** The text as an expression that matches it in any case. */
export function anyCasePattern(text: string): string {
  return Array.from(text).map(inAnyCase).join('');
}

/** One character as an expression that matches it in any case. */
export function inAnyCase(character: string): string {
  const forms = new Set([character.toLowerCase(), character.toUpperCase()].filter((form) => Array.from(form).length === 1));
  return forms.size === 2 ? `[${[...forms].toSorted().join('')}]` : escaped(character);
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}

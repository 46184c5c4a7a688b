/**
 * The snake_case form of a field's name: `firstName` → `first_name`, `eTag` → `e_tag`, `someURL` → `some_url`, `line2Text` → `line2_text`.
 * A run of capitals is one word, as people read it; what is already in snake case stays.
 */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([\p{Ll}\p{Nd}])(\p{Lu})/gu, '$1_$2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase();
}

/**
 * True for the key through which JSON could reach the prototype of an object. No property can have this name, and where any key is taken
 * (records, `Json`) this one counts as unknown. Other names that objects have, such as "constructor", are data like any other.
 */
export function isForbiddenKey(key: string): boolean {
  return key === '__proto__';
}

import type { JsonSchema } from '../values/json-schema.js';

/** Where one schema admits less than another, in words, with the place in the value: "name may now have 20 characters, was 40". */
export interface Narrowing {
  /** "address.city", "[].name"; empty for the value itself. */
  readonly place: string;
  readonly rule: string;
}

/** Finds a schema by its reference. */
export type Resolve = (schema: JsonSchema) => JsonSchema;

/** Compares two schemas of two documents. */
export class SchemaDiff {
  private readonly compared = new Set<string>();

  constructor(
    private readonly resolveFrom: Resolve,
    private readonly resolveTo: Resolve,
  ) {}

  /** What `from` admits and `to` does not. */
  narrowings(from: JsonSchema, to: JsonSchema, place = ''): readonly Narrowing[] {
    const pair = JSON.stringify([place.split('.').length, from, to]);
    // A schema that leads back to itself was compared on the way here.
    if (this.compared.has(pair) && ('$ref' in from || '$ref' in to)) return [];
    this.compared.add(pair);
    const [a, b] = [this.resolveFrom(from), this.resolveTo(to)];
    if (Object.keys(withoutWords(b)).length === 0) return [];
    if ('anyOf' in a || 'anyOf' in b) return this.ofChoices(choicesOf(a), choicesOf(b), place);
    return [...ofTypes(a, b), ...ofValues(a, b), ...ofLimits(a, b), ...ofPatterns(a, b)]
      .map((rule) => ({ place, rule }))
      .concat(this.ofObjects(a, b, place), this.ofItems(a, b, place));
  }

  private ofChoices(from: readonly JsonSchema[], to: readonly JsonSchema[], place: string): readonly Narrowing[] {
    return from.flatMap((choice) => {
      const found = to.map((other) => new SchemaDiff(this.resolveFrom, this.resolveTo).narrowings(choice, other, place));
      if (found.some((narrowings) => narrowings.length === 0)) return [];
      const alike = to.findIndex((other) => kindOf(this.resolveTo(other)) === kindOf(this.resolveFrom(choice)));
      return alike < 0 ? [{ place, rule: `${kindOf(this.resolveFrom(choice))} is no longer allowed` }] : found[alike]!;
    });
  }

  private ofObjects(from: JsonSchema, to: JsonSchema, place: string): readonly Narrowing[] {
    const [before, after] = [propertiesOf(from), propertiesOf(to)];
    const [wasRequired, isRequired] = [requiredOf(from), requiredOf(to)];
    const narrowings: Narrowing[] = [];
    for (const name of isRequired) if (!wasRequired.includes(name)) narrowings.push({ place: join(place, name), rule: 'is required now' });
    for (const [name, schema] of Object.entries(before)) {
      const other = after[name];
      if (other !== undefined) narrowings.push(...this.narrowings(schema, other, join(place, name)));
      else if (to['additionalProperties'] === false) narrowings.push({ place: join(place, name), rule: 'is no longer known' });
    }
    const [open, isOpen] = [from['additionalProperties'], to['additionalProperties']];
    if (isOpen === false && open !== false) narrowings.push({ place, rule: 'unknown properties are no longer allowed' });
    else if (isSchema(isOpen)) narrowings.push(...this.narrowings(isSchema(open) ? open : {}, isOpen, join(place, '{}')));
    return narrowings;
  }

  private ofItems(from: JsonSchema, to: JsonSchema, place: string): readonly Narrowing[] {
    const [before, after] = [from['items'], to['items']];
    return isSchema(after) ? this.narrowings(isSchema(before) ? before : {}, after, `${place}[]`) : [];
  }
}

function ofTypes(from: JsonSchema, to: JsonSchema): readonly string[] {
  const [before, after] = [typesOf(from), typesOf(to)];
  if (after === undefined) return [];
  if (before === undefined) return 'enum' in from || 'const' in from ? [] : [`must be ${after.join(' or ')} now`];
  const lost = before.filter((type) => !after.includes(type) && !(type === 'integer' && after.includes('number')));
  if (lost.length === 0) return [];
  return lost.join() === 'null' ? ['may not be null any more'] : [`must be ${after.join(' or ')} now, was ${before.join(' or ')}`];
}

function ofValues(from: JsonSchema, to: JsonSchema): readonly string[] {
  const [before, after] = [valuesOf(from), valuesOf(to)];
  if (after === undefined) return [];
  const lost = before?.filter((value) => !after.includes(value));
  if (lost === undefined) return [`must be one of ${after.join(', ')} now`];
  return lost.length === 0 ? [] : [`may not be ${lost.join(' or ')} any more`];
}

const limits: readonly (readonly [keyword: string, side: 'least' | 'most', words: (now: string, was: string) => string])[] = [
  ['minimum', 'least', (now, was) => `must be at least ${now} now, was ${was}`],
  ['exclusiveMinimum', 'least', (now, was) => `must be greater than ${now} now, was ${was}`],
  ['maximum', 'most', (now, was) => `must be at most ${now} now, was ${was}`],
  ['exclusiveMaximum', 'most', (now, was) => `must be less than ${now} now, was ${was}`],
  ['minLength', 'least', (now, was) => `must have ${now} characters now, was ${was}`],
  ['maxLength', 'most', (now, was) => `may have ${now} characters now, was ${was}`],
  ['minItems', 'least', (now, was) => `must have ${now} elements now, was ${was}`],
  ['maxItems', 'most', (now, was) => `may have ${now} elements now, was ${was}`],
  ['minProperties', 'least', (now, was) => `must have ${now} entries now, was ${was}`],
  ['maxProperties', 'most', (now, was) => `may have ${now} entries now, was ${was}`],
];

function ofLimits(from: JsonSchema, to: JsonSchema): readonly string[] {
  // Where the type changed, its limits are not worth a word; the values of an enum are compared themselves.
  if (ofTypes(from, to).some((rule) => rule.startsWith('must')) || valuesOf(from) !== undefined) return [];
  return limits.flatMap(([keyword, side, words]) => {
    const [was, now] = [from[keyword] as number | undefined, to[keyword] as number | undefined];
    if (now === undefined || (was !== undefined && (side === 'least' ? now <= was : now >= was))) return [];
    return side === 'least' && now <= 0 && keyword.startsWith('min') && keyword !== 'minimum'
      ? []
      : [words(String(now), was === undefined ? 'not limited' : String(was))];
  });
}

function ofPatterns(from: JsonSchema, to: JsonSchema): readonly string[] {
  const rules: string[] = [];
  if (to['pattern'] !== undefined && to['pattern'] !== from['pattern'])
    rules.push(`must match ${textOf(to['pattern'])} now${from['pattern'] === undefined ? '' : `, was ${textOf(from['pattern'])}`}`);
  if (to['format'] !== undefined && to['format'] !== from['format']) rules.push(`must be a ${textOf(to['format'])} now`);
  if (to['multipleOf'] !== undefined && to['multipleOf'] !== from['multipleOf'])
    rules.push(`must be a multiple of ${textOf(to['multipleOf'])} now`);
  return rules;
}

function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf, ...rest } = schema as { readonly anyOf?: readonly JsonSchema[] };
  if (anyOf !== undefined) return anyOf.map((choice) => ({ ...withoutWords(rest), ...choice }));
  const types = typesOf(schema);
  return types === undefined || types.length < 2 ? [schema] : types.map((type) => ({ ...schema, type }));
}

/** What a choice is called, and what it is found again by. */
function kindOf(schema: JsonSchema): string {
  const named = Object.entries(propertiesOf(schema)).find(([, property]) => 'const' in property);
  if (named !== undefined) return `${named[0]} "${textOf(named[1]['const'])}"`;
  return valuesOf(schema) === undefined ? (typesOf(schema)?.join(' or ') ?? 'any value') : 'a listed value';
}

function typesOf(schema: JsonSchema): readonly string[] | undefined {
  const type = schema['type'] as string | readonly string[] | undefined;
  return typeof type === 'string' ? [type] : type;
}

function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  return 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined);
}

function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

function requiredOf(schema: JsonSchema): readonly string[] {
  return (schema['required'] ?? []) as readonly string[];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

function withoutWords(schema: JsonSchema): JsonSchema {
  const { description: _description, title: _title, deprecated: _deprecated, examples: _examples, default: _default, ...rest } = schema;
  return rest;
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

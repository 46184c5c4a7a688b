import type { JsonSchema } from '../values/json-schema.js';
import type { SchemaJudge } from './schema-judge.js';

/**
 * Makes values from a schema: some that fit it, and others that break one of its rules each. The same schema always gives the same values.
 */
export class SchemaValues {
  constructor(private readonly judge: SchemaJudge) {}

  /** A value that fits; undefined where none was found. */
  fitting(schema: JsonSchema): unknown {
    return this.candidates(schema, deepest).find((value) => value !== null && this.judge.accepts(schema, value));
  }

  /** Values around the schema's rules, fitting or not, each once. */
  around(schema: JsonSchema): readonly unknown[] {
    const values = [...this.candidates(schema, deepest), ...ofEveryType];
    return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
  }

  private candidates(schema: JsonSchema, depth: number): readonly unknown[] {
    const known = this.judge.resolved(schema);
    const parts = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => (known[keyword] as readonly JsonSchema[] | undefined) ?? []);
    return [
      ...named(known),
      ...[known['type']].flat().flatMap((type) => this.ofType(String(type), known, depth)),
      ...parts.flatMap((part) => this.candidates(part, depth)),
    ];
  }

  private ofType(type: string, schema: JsonSchema, depth: number): readonly unknown[] {
    switch (type) {
      case 'string':
        return textsAround(schema);
      case 'integer':
      case 'number':
        return numbersAround(schema);
      case 'boolean':
        return [true, false];
      case 'array':
        return depth === 0 ? [[]] : this.listsAround(schema, depth);
      case 'object':
        return depth === 0 ? [{}] : this.objectsAround(schema, depth);
      default:
        return [];
    }
  }

  private listsAround(schema: JsonSchema, depth: number): readonly unknown[] {
    const items = (schema['items'] ?? {}) as JsonSchema;
    const inner = this.candidates(items, depth - 1);
    const good = inner.find((value) => value !== null && this.judge.accepts(items, value));
    const counts = around(Number(schema['minItems'] ?? 0), Number(schema['maxItems'] ?? 2)).filter((count) => count >= 0 && count <= 2000);
    return [
      ...(good === undefined ? [[]] : counts.map((count) => Array.from({ length: count }, () => good))),
      ...[...inner, null, 'text', 7].map((value) => [value]),
    ];
  }

  private objectsAround(schema: JsonSchema, depth: number): readonly unknown[] {
    const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>);
    const others = schema['additionalProperties'];
    if (typeof others === 'object' && others !== null) properties.push(['key', others as JsonSchema], ['other', others as JsonSchema]);
    const full: Record<string, unknown> = {};
    const inner = properties.map(([name, part]) => {
      const candidates = this.candidates(part, depth - 1);
      const good = candidates.find((value) => value !== null && this.judge.accepts(part, value));
      if (good !== undefined) full[name] = good;
      return [name, candidates] as const;
    });
    const required = (schema['required'] ?? []) as readonly string[];
    return [
      full,
      Object.fromEntries(Object.entries(full).filter(([name]) => required.includes(name))),
      {},
      { ...full, 'no such property': 1 },
      ...inner.flatMap(([name, candidates]) => [
        Object.fromEntries(Object.entries(full).filter(([other]) => other !== name)),
        ...[...candidates, null, 'text', 7, true, [], {}].map((value) => ({ ...full, [name]: value })),
      ]),
    ];
  }
}

/** How many objects inside each other are looked at. */
const deepest = 4;

const ofEveryType: readonly unknown[] = [null, true, 7, 'text', [], {}];

/** Texts of many forms, for patterns that nothing can be derived from. */
const sampleTexts: readonly string[] = [
  'a',
  'abc',
  'A b',
  ' ',
  '7',
  '2026-11-14',
  '1815-12-10',
  '2026-11-14T06:42:35Z',
  '06:42:35',
  '2026-11',
  '2026-11-14T06:42:35',
  '30 seconds',
  '8KiB',
  'ada@example.org',
  'https://example.org/',
  'Europe/Berlin',
  '9b2d5f6e-3c1a-4e0b-8f7d-2a6c4e8b0d1f',
];

function named(schema: JsonSchema): readonly unknown[] {
  const values = [...((schema['enum'] as readonly unknown[] | undefined) ?? []), ...('const' in schema ? [schema['const']] : [])];
  return values.flatMap((value) =>
    typeof value === 'string' ? [value, value.toUpperCase(), value.toLowerCase(), ` ${value} `, `${value}x`] : [value],
  );
}

function textsAround(schema: JsonSchema): readonly string[] {
  const lengths = around(Number(schema['minLength'] ?? 0), Number(schema['maxLength'] ?? 3)).filter(
    (length) => length >= 0 && length <= 5000,
  );
  // A character beyond the first 65,536 is one character, though it takes two units of UTF-16.
  return [
    ...sampleTexts,
    ...choicesIn(typeof schema['pattern'] === 'string' ? schema['pattern'] : ''),
    ...lengths.flatMap((length) => ['a'.repeat(length), '😀'.repeat(length)]),
  ];
}

/** The letters of a pattern such as "[Mm]|[Ff]". */
function choicesIn(pattern: string): readonly string[] {
  return [...pattern.matchAll(/(?:\[(\w)\w?\](?:\\s\*)?)+/g)].map(([run]) => run.replaceAll(/\[(\w)\w?\](?:\\s\*)?/g, '$1'));
}

function numbersAround(schema: JsonSchema): readonly number[] {
  const least = Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1);
  const most = Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1);
  const step = Number(schema['multipleOf'] ?? 1);
  return [...around(least, most), step, -step, 1, 0, -1, 1.5, 20, 1e10].filter(
    (value) => Math.abs(value) < 1e15 || Number.isSafeInteger(value),
  );
}

function around(least: number, most: number): readonly number[] {
  return [least, least + 1, least - 1, most, most - 1, most + 1];
}

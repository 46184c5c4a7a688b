import { typeNameOf } from '../json/subtypes.js';
import type { Class } from '../reflection/type-ref.js';
import type { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { OpenApiError } from './openapi-error.js';

/** One form of a class in the document. Two forms whose schemas turn out to be equal share one name. */
export interface Variant {
  readonly direction: 'request' | 'reply';
  /** The groups whose constraints count; undefined where the class is not validated. */
  readonly groups: GroupSet | undefined;
}

/** Collects the schemas of classes under provisional names; the final ones are known when all are there. */
export class SchemaCatalogue {
  private readonly entries: CatalogueEntry[] = [];
  private readonly keys = new Map<Class, Map<string, string>>();
  /** Where the schemas that are being written are used, for messages. */
  place = '';

  /** A reference to a class in one of its forms, whose schema is made once; it may refer to itself. */
  reference(type: Class, variant: Variant, make: () => JsonSchema): JsonSchema {
    const keys = this.keys.get(type) ?? new Map<string, string>();
    this.keys.set(type, keys);
    const form = `${variant.direction} ${variant.groups?.toString() ?? 'unchecked'}`;
    let key = keys.get(form);
    if (key === undefined) {
      key = `#${this.entries.length}`;
      keys.set(form, key);
      const entry: CatalogueEntry = { key, type, variant, place: this.place, schema: {} };
      this.entries.push(entry);
      entry.schema = make();
    }
    return { $ref: key };
  }

  /** The final name of each provisional reference, and the schemas by their names, in the order of the names. */
  settle(reserved: readonly string[]): SettledSchemas {
    this.refuseSharedNames();
    const groupOf = this.groupsOfEqual();
    const names = this.namesOf(groupOf, new Set(reserved));
    const finalNames = new Map(this.entries.map(({ key }) => [key, names.get(groupOf.get(key)!)!]));
    const schemas = new Map<string, JsonSchema>();
    for (const { key, schema } of this.entries) {
      const name = finalNames.get(key)!;
      if (!schemas.has(name)) schemas.set(name, schema);
    }
    return { finalNames, schemas: [...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)) };
  }

  private refuseSharedNames(): void {
    const byName = new Map<string, CatalogueEntry>();
    for (const entry of this.entries) {
      const name = baseNameOf(entry.type);
      const first = byName.get(name);
      if (first === undefined) byName.set(name, entry);
      else if (first.type !== entry.type) {
        throw new OpenApiError([
          `Two classes are named ${name}: one is used by ${first.place}, the other by ${entry.place}; rename one of them, or give one a name for the document with @JsonTypeName('…')`,
        ]);
      }
    }
  }

  /** Forms of a class belong together as long as nothing tells them apart: not their keywords, and not what they refer to. */
  private groupsOfEqual(): ReadonlyMap<string, string> {
    let groups = new Map(this.entries.map(({ key, type }) => [key, baseNameOf(type)]));
    for (;;) {
      const seen = new Map<string, string>();
      const refined = new Map<string, string>();
      for (const { key, schema } of this.entries) {
        const signature = `${groups.get(key)!} ${JSON.stringify(schema, (name, value: unknown) => (name === '$ref' ? groups.get(value as string) : value))}`;
        if (!seen.has(signature)) seen.set(signature, `${seen.size}`);
        refined.set(key, seen.get(signature)!);
      }
      const settled = new Set(refined.values()).size === new Set(groups.values()).size;
      groups = refined;
      if (settled) return groups;
    }
  }

  private namesOf(groupOf: ReadonlyMap<string, string>, taken: Set<string>): ReadonlyMap<string, string> {
    const names = new Map<string, string>();
    for (const { key, type, variant } of this.entries.toSorted((a, b) => rankOf(a.variant) - rankOf(b.variant))) {
      const group = groupOf.get(key)!;
      if (names.has(group)) continue;
      const candidates = candidateNames(baseNameOf(type), variant);
      let name = candidates.find((one) => !taken.has(one));
      for (let count = 2; name === undefined; count++) {
        const numbered = `${candidates.at(-1)!}${count}`;
        if (!taken.has(numbered)) name = numbered;
      }
      taken.add(name);
      names.set(group, name);
    }
    return names;
  }
}

/** What {@link SchemaCatalogue.settle} yields. */
export interface SettledSchemas {
  readonly finalNames: ReadonlyMap<string, string>;
  readonly schemas: readonly (readonly [string, JsonSchema])[];
}

interface CatalogueEntry {
  readonly key: string;
  readonly type: Class;
  readonly variant: Variant;
  readonly place: string;
  schema: JsonSchema;
}

/** The plain name goes to what replies hold, then to what requests are validated as. */
function rankOf({ direction, groups }: Variant): number {
  if (direction === 'reply') return groups === undefined ? 0 : 3;
  return groups === undefined ? 4 : groups.toString() === 'Default' ? 1 : 2;
}

function candidateNames(base: string, { direction, groups }: Variant): readonly string[] {
  if (groups === undefined) return [base, `${base}Unchecked`];
  if (groups.toString() === 'Default') return [base, direction === 'request' ? `${base}Input` : `${base}Checked`];
  const withGroups = `${base}.${nameFor(groups.toString().replaceAll(', ', '.'))}`;
  return direction === 'request' ? [base, withGroups, `${withGroups}.Input`] : [base, withGroups, `${withGroups}.Checked`];
}

function baseNameOf(type: Class): string {
  return nameFor(typeNameOf(type) ?? type.name) || 'Anonymous';
}

/** OpenAPI 3.1 allows only these characters in the names of components. */
function nameFor(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '_');
}

import { isScalar } from '../json/scalars.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import type { Demands } from '../schema/demands.js';
import { schemaKindOf } from '../schema/schema-writer.js';
import { ValidationMethodKind } from '../validation/constraint-annotations.js';
import type { SchemaKind } from '../validation/constraint.js';
import type { GroupSet } from '../validation/groups.js';

/** A rule that the service follows and JSON Schema cannot say, or says only in part. */
export interface UnexpressedRule {
  /** As in "Person.email" or "GET /people, query limit". */
  readonly place: string;
  readonly rule: string;
}

/** Collects the rules that the document leaves out. */
export class UnexpressedRules {
  private readonly rules = new Map<string, UnexpressedRule>();

  add(place: string, rule: string): void {
    this.rules.set(`${place} ${rule}`, { place, rule });
  }

  /** Notes the constraints of a value and of what is in it. */
  addConstraints(place: string, type: TypeRef, demands: Demands): void {
    const known = settled(type);
    if (known.kind === 'optional') return this.addConstraints(place, known.element, demands);
    if (known.kind === 'enum') return;
    for (const name of demands.unexpressed(kindOfValue(known))) this.add(place, `@${name}`);
    if (known.kind === 'date' || known.kind === 'bigint') this.add(place, typeRules[known.kind]);
    if ('element' in known) this.addConstraints(`${place}[]`, known.element, demands.ofElements());
  }

  /** Notes the methods that decide whether an object is valid. */
  addMethods(type: Class, groups: GroupSet, before = ''): void {
    for (const { name, annotations } of modelOf(type).methods)
      for (const { message, groups: own } of annotations.all(ValidationMethodKind))
        if (groups.selects(own)) this.add(`${before}${type.name}.${name}`, `@ValidationMethod("${message}")`);
  }

  /** In the order of the places. */
  all(): readonly UnexpressedRule[] {
    return [...this.rules.values()].toSorted((a, b) => (a.place === b.place ? compare(a.rule, b.rule) : compare(a.place, b.place)));
  }
}

const typeRules = { date: 'the day must exist in its month', bigint: 'a whole number beyond 2^53 is written with all its digits' } as const;

/** What a value of the type is in JSON. */
export function kindOfValue(type: ReturnType<typeof settled>): SchemaKind {
  if (isScalar(type)) return schemaKindOf(type);
  if (type.kind === 'list' || type.kind === 'set') return type.kind;
  return type.kind === 'record' || type.kind === 'map' ? 'map' : 'other';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

import { fromJsonOf } from '../json/scalars.js';
import type { Annotations } from '../reflection/annotations.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { UnwrapKind, ValidKind } from '../validation/constraint-annotations.js';
import { RestrictionKind } from '../validation/constraint.js';
import type { Attributes, ConstraintDefinition, ConstraintUse, Restriction, SchemaKind } from '../validation/constraint.js';
import type { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { allOf } from './all-of.js';

/** What validation in certain groups demands of the value of a field, or of the elements in it. */
export class Demands {
  /** What is demanded of a value that is not validated: nothing. */
  static readonly none = new Demands([], { cascades: false, unwraps: false });

  private constructor(
    private readonly restrictions: readonly Restriction[],
    private readonly annotated: { readonly cascades: boolean; readonly unwraps: boolean },
  ) {}

  static ofField(type: Class, field: string, groups: GroupSet): Demands {
    const model = modelOf(type).fields.find(({ name }) => name === field);
    return model === undefined ? Demands.none : Demands.ofAnnotations(model.annotations, groups);
  }

  /** What the annotations of a parameter, a field or a result demand. */
  static ofAnnotations(annotations: Annotations, groups: GroupSet): Demands {
    return new Demands(chosen(annotations.all(RestrictionKind), groups), {
      cascades: annotations.first(ValidKind) === true,
      unwraps: annotations.first(UnwrapKind) === true,
    });
  }

  /** Whether the constraints inside objects count too. */
  get cascades(): boolean {
    return this.annotated.cascades;
  }

  /** What is demanded of the elements of a list or the values of a map. */
  ofElements(): Demands {
    const inner = this.restrictions.flatMap((one) => (one.kind === 'elements' ? one.restrictions : []));
    return new Demands(inner, { cascades: this.cascades, unwraps: false });
  }

  /** What JSON Schema can say of the constraints. */
  schema(kind: SchemaKind): JsonSchema {
    return allOf(...this.uses().map(({ definition, attributes }) => definition.schema?.(attributes, kind) ?? {}));
  }

  /** The names of the constraints. */
  get names(): readonly string[] {
    return this.uses().map(({ definition }) => definition.name);
  }

  /** The names of the constraints that a schema cannot say, or only in part. */
  unexpressed(kind: SchemaKind): readonly string[] {
    return this.uses()
      .filter(({ definition, attributes }) => !saysAll(definition, attributes, kind))
      .map(({ definition }) => definition.name);
  }

  /** Whether a value passes the constraints themselves, its elements and parts aside. */
  admit(value: unknown): boolean {
    return this.uses().every(({ definition, attributes }) => {
      const content = definition.level === 'holder' && !this.annotated.unwraps ? value : contentOf(value);
      if (content !== null && content !== undefined) return definition.prepare(attributes)(content);
      return definition.absent === 'valid' || (value instanceof Optional && !this.annotated.unwraps);
    });
  }

  /** Whether a value passes, its elements and parts included. */
  admitAll(value: unknown, type: TypeRef, groups: GroupSet): boolean {
    if (!this.admit(value)) return false;
    const known = settled(type);
    if (known.kind === 'optional') return this.admitParts(contentOf(value), known.element, groups);
    return this.admitParts(value, known, groups);
  }

  private admitParts(value: unknown, type: TypeRef, groups: GroupSet): boolean {
    const known = settled(type);
    if (typeof value !== 'object' || value === null) return true;
    if (known.kind === 'class') return !this.cascades || fromJsonOf(known) !== undefined || isValidByDefault(value, groups);
    if (!('element' in known)) return true;
    const inner = this.ofElements();
    const elements: Iterable<unknown> =
      value instanceof Map ? value.values() : Symbol.iterator in value ? (value as Iterable<unknown>) : Object.values(value);
    return [...elements].every((element) => inner.admitAll(element, known.element, groups));
  }

  private uses(): readonly ConstraintUse[] {
    return this.restrictions.filter((one) => one.kind === 'constraint');
  }
}

function saysAll(definition: ConstraintDefinition, attributes: Attributes, kind: SchemaKind): boolean {
  // Whether there may be no value at all is said by "required" and "null".
  if (definition.level === 'holder') return true;
  const schema = definition.schema?.(attributes, kind);
  if (schema === undefined) return false;
  return definition.schemaIsWider?.(attributes, kind) !== true;
}

/** Whether the fields of an object pass their constraints. Its validation methods are not asked: they are code, and not for schemas. */
function isValidByDefault(object: object, groups: GroupSet): boolean {
  const type = object.constructor as Class;
  return modelOf(type).fields.every(({ name, type: declared }) =>
    Demands.ofField(type, name, groups).admitAll((object as Record<string, unknown>)[name], declared, groups),
  );
}

function chosen(restrictions: readonly Restriction[], groups: GroupSet): readonly Restriction[] {
  return restrictions.flatMap((one): readonly Restriction[] => {
    if (one.kind === 'elements') return [{ ...one, restrictions: chosen(one.restrictions, groups) }];
    return groups.selects(one.groups) ? [one] : [];
  });
}

function contentOf(value: unknown): unknown {
  return value instanceof Optional ? value.orElse(undefined) : value;
}

import { modelOf, ownAnnotationsOf } from '../reflection/class-model.js';
import type { FieldModel } from '../reflection/class-model.js';
import { innermostType } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { IgnoreMark, PropertyNote, SecretMark, SnakeCaseMark } from './json-annotations.js';
import { snakeCase } from './property-names.js';

// The table that everything here and the binding of configuration work from: which property of the JSON form is which field.

/** One property of a class's JSON form. */
export interface JsonPropertyModel {
  /** Its name in JSON. */
  readonly property: string;
  /** The field's name in the class. */
  readonly field: string;
  readonly declaredBy: Class;
  readonly type: TypeRef;
  /** True where the declared type may be an enum or a union of literals, of which only "text" or "number" is left. */
  readonly mayBeEnum: boolean;
  /** False where there is only a getter: the property is known, and what comes for it is not taken. */
  readonly read: boolean;
  /** False where there is only a setter. */
  readonly written: boolean;
  /** Set by calling code of the class, which may throw. */
  readonly accessor: boolean;
  /** Marked `@Secret`: its value is in no message and in no dump. */
  readonly secret: boolean;
}

const tables = new WeakMap<Class, readonly JsonPropertyModel[]>();

/** The properties of a class's JSON form, those of base classes first, each class's in the order written. */
export function propertiesOf(type: Class): readonly JsonPropertyModel[] {
  let table = tables.get(type);
  if (table === undefined) {
    table = modelOf(type)
      .fields.filter((field) => !isIgnored(field))
      .map((field) => propertyOf(field));
    tables.set(type, table);
  }
  return table;
}

/** The name in JSON of a field that has none of its own; `@JsonSnakeCase` counts for what the marked class itself declares. */
export function propertyNameOf(declaredBy: Class, field: string): string {
  return ownAnnotationsOf(declaredBy).has(SnakeCaseMark) ? snakeCase(field) : field;
}

function propertyOf(field: FieldModel): JsonPropertyModel {
  return {
    property: field.annotations.first(PropertyNote)?.name ?? propertyNameOf(field.declaredBy, field.name),
    field: field.name,
    declaredBy: field.declaredBy,
    type: field.type,
    mayBeEnum: field.mayBeEnum,
    read: field.access !== 'getter',
    written: field.access !== 'setter',
    accessor: field.access !== 'field',
    secret: field.annotations.has(SecretMark),
  };
}

function isIgnored(field: FieldModel): boolean {
  return field.annotations.has(IgnoreMark) || isIgnoredType(field.type);
}

function isIgnoredType(type: TypeRef): boolean {
  const innermost = innermostType(type);
  return innermost?.kind === 'class' && modelOf(innermost.type).annotations.has(IgnoreMark);
}

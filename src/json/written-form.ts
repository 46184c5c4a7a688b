import { modelOf } from '../reflection/class-model.js';
import type { Class, EnumMember, TypeRef } from '../reflection/type-ref.js';
import { propertiesOf, propertyNameOf } from './json-properties.js';
import type { JsonPropertyModel } from './json-properties.js';
import { checkWritable } from './model-check.js';
import { polymorphismOf, typeNameOf } from './subtypes.js';

/** How an instance of an annotated class is written: the type's name, then its properties, then its other own fields. */
export interface WrittenForm {
  readonly typeEntry: { readonly property: string; readonly name: string } | undefined;
  readonly properties: readonly JsonPropertyModel[];
  /** The annotated fields of instances, written or not, in the order of the class. */
  readonly fields: readonly string[];
  /** The name in JSON of an own property that no annotation knows; undefined where it is not written. */
  extraName(field: string): string | undefined;
}

const forms = new WeakMap<Class, WrittenForm | undefined>();

/** The form of a class's instances; undefined if the class has no annotations, so that they are written like plain objects. */
export function writtenFormOf(type: Class): WrittenForm | undefined {
  if (!forms.has(type)) forms.set(type, makeForm(type));
  return forms.get(type);
}

/** The class whose instance has this prototype. */
export function classOfPrototype(prototype: object): Class | undefined {
  const type: unknown = Object.hasOwn(prototype, 'constructor') ? prototype.constructor : undefined;
  return typeof type === 'function' && type.prototype === prototype ? (type as Class) : undefined;
}

/** True for objects with a toJSON method. */
export function hasToJson(value: object): value is { toJSON(): unknown } {
  return typeof (value as { readonly toJSON?: unknown }).toJSON === 'function';
}

/** For an enum of numbers, the name that is written for each; text enums are written as they are. */
export function writtenNames(
  type: TypeRef & { readonly kind: 'enum'; readonly members: readonly EnumMember[] },
): ReadonlyMap<unknown, string> {
  return new Map(type.members.filter((member) => typeof member.value === 'number').map((member) => [member.value, member.name]));
}

function makeForm(type: Class): WrittenForm | undefined {
  const { fields } = modelOf(type);
  const polymorphism = polymorphismOf(type);
  const typeName = polymorphism === undefined ? undefined : typeNameOf(type);
  if (fields.length === 0 && typeName === undefined) return undefined;
  checkWritable(type);
  const typeEntry = polymorphism === undefined || typeName === undefined ? undefined : { property: polymorphism.property, name: typeName };
  const properties = propertiesOf(type).filter((one) => one.written && one.property !== typeEntry?.property);
  const known = new Set(fields.map((field) => field.name));
  const taken = new Set([...properties.map((one) => one.property), typeEntry?.property]);
  return {
    typeEntry,
    properties,
    fields: fields.filter((field) => field.access === 'field').map((field) => field.name),
    extraName(field) {
      if (known.has(field)) return undefined;
      const name = propertyNameOf(type, field);
      return taken.has(name) ? undefined : name;
    },
  };
}

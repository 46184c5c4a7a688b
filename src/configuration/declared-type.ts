import { fromJsonOf, fromScalarOf, isScalar } from '../json/scalars.js';
import { chooseSubtype, polymorphismOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { settingsOf } from './configuration-class.js';
import type { MapNode } from './configuration-tree.js';

// What the configuration class says of a place in the tree, for those steps that run before the tree is bound.

/** The class that a section is bound to: chosen by its `type`, or declared; undefined where the type is wrong. */
export function classOfSection(declared: Class, section: MapNode | undefined, subtypes: Subtypes): Class | undefined {
  const polymorphism = polymorphismOf(declared);
  if (polymorphism === undefined) return declared;
  const type = section?.entries.get(polymorphism.property)?.node;
  // Until an override says otherwise, a default is of its own class, which need not be registered.
  if (section?.defaultClass !== undefined && (type === undefined || type.original !== undefined)) return section.defaultClass as Class;
  if (type !== undefined && type.kind !== 'scalar') return undefined;
  const chosen = chooseSubtype(declared, type === undefined || type.value === null ? undefined : type.source, subtypes);
  return typeof chosen === 'function' ? chosen : undefined;
}

/** The declared type of a section's key. */
export function typeOfEntry(declared: TypeRef | undefined, section: MapNode, key: string, subtypes: Subtypes): TypeRef | undefined {
  const known = contentOf(declared);
  if (known?.kind === 'record' || known?.kind === 'map') return known.element;
  if (known?.kind !== 'class' || fromJsonOf(known) !== undefined) return undefined;
  const type = classOfSection(known.type, section, subtypes);
  return type === undefined ? undefined : settingsOf(type).find(({ property }) => property === key)?.type;
}

/** The declared type of a list's elements. */
export function typeOfItem(declared: TypeRef | undefined): TypeRef | undefined {
  const known = contentOf(declared);
  return known?.kind === 'list' || known?.kind === 'set' ? known.element : undefined;
}

/** The class of a section, where the declared type is one. */
export function classOf(declared: TypeRef | undefined): Class | undefined {
  const known = contentOf(declared);
  return known?.kind === 'class' ? known.type : undefined;
}

export function isDeclaredList(declared: TypeRef | undefined): boolean {
  return typeOfItem(declared) !== undefined;
}

/** How the keys of a section are found in the path of an override. */
export type KeyRule =
  /** A key is one step of the path. */
  | 'step'
  /** A map of values without parts: all that is left of the path is the key. */
  | 'rest'
  /** A map of values that have a short form, as `loggers`: all that is left is the key, unless a shorter key is there already. */
  | 'restOrStep';

export function keyRuleOf(declared: TypeRef | undefined): KeyRule {
  const known = contentOf(declared);
  if (known?.kind !== 'record' && known?.kind !== 'map') return 'step';
  const element = contentOf(known.element);
  if (element === undefined || element.kind === 'unknown') return 'step';
  if (isScalar(element)) return 'rest';
  if (element.kind !== 'class') return 'step';
  if (fromJsonOf(element) !== undefined) return readsOneValue(element.type) ? 'rest' : 'step';
  return fromScalarOf(element.type) === undefined ? 'step' : 'restOrStep';
}

/** Of a class that reads itself, only its own schema can tell whether it takes a section. */
function readsOneValue(type: Class): boolean {
  if (type === (URL as unknown)) return true;
  const { jsonSchema } = type as { readonly jsonSchema?: { readonly type?: unknown } };
  return jsonSchema !== undefined && jsonSchema.type !== 'object' && jsonSchema.type !== 'array';
}

/** What is declared, looked up and taken out of an `Optional`. */
function contentOf(declared: TypeRef | undefined): Exclude<TypeRef, { kind: 'lazy' }> | undefined {
  if (declared === undefined) return undefined;
  const known = settled(declared);
  return known.kind === 'optional' ? contentOf(known.element) : known;
}

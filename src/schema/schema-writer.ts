import { fromJsonOf, isScalar } from '../json/scalars.js';
import type { ScalarType } from '../json/scalars.js';
import { chooseSubtype, isPolymorphicBase, polymorphismOf, typeNameOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import type { SchemaKind } from '../validation/constraint.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { allOf } from './all-of.js';
import { Demands } from './demands.js';

/**
 * Writes the JSON Schema (draft 2020-12) of types and classes: containers, references and the classes that a `type` chooses. What differs
 * between a configuration file and the body of a request is left to subclasses.
 */
export abstract class SchemaWriter {
  private readonly names = new Map<Class, { checked?: string; unchecked?: string }>();
  private readonly defined = new Map<string, JsonSchema>();

  constructor(
    protected readonly subtypes: Subtypes,
    /** Definitions of the subclass's own, whose names no class may take. */
    ownDefinitions: Readonly<Record<string, JsonSchema>> = {},
  ) {
    for (const [name, schema] of Object.entries(ownDefinitions)) this.defined.set(name, schema);
  }

  /** The definitions that references lead to, for `$defs`. */
  definitions(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.defined);
  }

  /** The properties of a class. `checked` says whether its constraints count; `chosenBy` how its name is given, where a `type` chooses it. */
  abstract classSchema(type: Class, checked: Checked, chosenBy?: ChosenBy): JsonSchema;

  /** A value without parts. */
  protected abstract scalarSchema(type: ScalarType, demands: Demands): JsonSchema;

  /** A class that reads itself. */
  protected abstract ownSchema(type: Class): JsonSchema;

  /** An object of the class, given a reference to its definition. */
  protected objectSchema(_type: Class, reference: JsonSchema): JsonSchema {
    return reference;
  }

  /** A value that may also be null. */
  protected abstract orNull(schema: JsonSchema): JsonSchema;

  protected typeSchema(type: TypeRef, demands: Demands): JsonSchema {
    const known = settled(type);
    if (isScalar(known)) return this.scalarSchema(known, demands);
    switch (known.kind) {
      case 'optional':
        return this.typeSchema(known.element, demands);
      case 'list':
      case 'set':
        return allOf({ type: 'array', items: this.elementSchema(known.element, demands) }, demands.schema(known.kind));
      case 'record':
      case 'map':
        return allOf({ type: 'object', additionalProperties: this.elementSchema(known.element, demands) }, demands.schema('map'));
      case 'class':
        return fromJsonOf(known) === undefined
          ? this.reference(known.type, demands.cascades ? 'checked' : 'unchecked')
          : this.ownSchema(known.type);
      default:
        return demands.schema('other');
    }
  }

  private elementSchema(type: TypeRef, demands: Demands): JsonSchema {
    const ofElements = demands.ofElements();
    const schema = this.typeSchema(type, ofElements);
    const { kind } = settled(type);
    const missing = kind === 'optional' ? Optional.absent() : undefined;
    return kind !== 'json' && ofElements.admit(missing) ? this.orNull(schema) : schema;
  }

  protected reference(type: Class, checked: Checked): JsonSchema {
    return this.objectSchema(type, { $ref: `#/$defs/${this.define(type, checked)}` });
  }

  /** Defines the class once; the name is taken before its fields are looked at, which may lead back to it. */
  private define(type: Class, checked: Checked): string {
    const names = this.names.get(type) ?? {};
    const known = names[checked];
    if (known !== undefined) return known;
    const wanted = checked === 'checked' ? type.name : `${type.name}Unchecked`;
    let name = wanted;
    for (let count = 2; this.defined.has(name); count++) name = `${wanted}${count}`;
    names[checked] = name;
    this.names.set(type, names);
    this.defined.set(name, {});
    this.defined.set(name, this.definitionOf(type, checked));
    return name;
  }

  /** The schema of a class that may be chosen by a `type`. */
  protected definitionOf(type: Class, checked: Checked): JsonSchema {
    const polymorphism = polymorphismOf(type);
    if (polymorphism === undefined) return this.classSchema(type, checked);
    const choices = new Set(this.subtypes.of(type));
    if (!isPolymorphicBase(type)) choices.add(type);
    const unnamed = chooseSubtype(type, undefined, this.subtypes);
    const schemas = [...choices].map((choice) =>
      this.classSchema(choice, checked, { property: polymorphism.property, name: typeNameOf(choice), optional: choice === unnamed }),
    );
    // Not "oneOf": where the name comes from a variable, several may fit.
    return schemas.length === 1 ? schemas[0]! : { anyOf: schemas };
  }
}

/** Whether the constraints of a class count: they do where a cascade of validation reaches it. */
export type Checked = 'checked' | 'unchecked';

/** How a property names the class. */
export interface ChosenBy {
  readonly property: string;
  /** The class's name; undefined for one that has none and can only be meant where none is given. */
  readonly name: string | undefined;
  /** Whether the class is meant where no name is given. */
  readonly optional: boolean;
}

/** What a value of the type is in JSON. */
export function schemaKindOf(type: ScalarType): SchemaKind {
  switch (type.kind) {
    case 'text':
    case 'boolean':
      return type.kind;
    case 'number':
    case 'int':
    case 'long':
    case 'bigint':
      return 'number';
    default:
      return 'other';
  }
}

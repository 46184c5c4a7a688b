import { DeprecatedKind } from '../contract/annotations/deprecated-annotation.js';
import { docOf, docOfField } from '../json/doc.js';
import { propertiesOf } from '../json/json-properties.js';
import type { JsonPropertyModel } from '../json/json-properties.js';
import type { ScalarType } from '../json/scalars.js';
import type { Subtypes } from '../json/subtypes.js';
import { hasToJson } from '../json/written-form.js';
import { modelOf } from '../reflection/class-model.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { Demands } from '../schema/demands.js';
import { SchemaWriter } from '../schema/schema-writer.js';
import type { Checked, ChosenBy } from '../schema/schema-writer.js';
import type { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { orNull } from './nullable.js';
import { acceptedScalar, writtenScalar } from './scalar-forms.js';
import type { SchemaCatalogue } from './schema-catalogue.js';
import type { UnexpressedRules } from './unexpressed-rules.js';

/** What the schemas of bodies are made with. */
export interface BodySchemaParts {
  readonly catalogue: SchemaCatalogue;
  readonly unexpressed: UnexpressedRules;
  readonly subtypes: Subtypes;
  readonly unknownProperties: 'ignore' | 'refuse';
}

/** The schema of a value of the type, as the body of a request or as a part of one; null included where it is taken. */
export function acceptedSchema(type: TypeRef, demands: Demands, groups: GroupSet, parts: BodySchemaParts): JsonSchema {
  const writer = new RequestSchemaWriter(parts, groups);
  const schema = writer.typeSchema(type, demands);
  return writer.canBeNull(type, demands) ? orNull(schema) : schema;
}

/** The schema of what a method answers with. Constraints count where the method's result is validated. */
export function writtenSchema(type: TypeRef, demands: Demands, groups: GroupSet, parts: BodySchemaParts): JsonSchema {
  return new ReplySchemaWriter(parts, groups).typeSchema(type, demands);
}

abstract class BodySchemaWriter extends SchemaWriter {
  constructor(
    protected readonly parts: BodySchemaParts,
    protected readonly groups: GroupSet,
  ) {
    super(parts.subtypes);
  }

  protected abstract readonly direction: 'request' | 'reply';

  // Public here, for the functions above.
  override typeSchema(type: TypeRef, demands: Demands): JsonSchema {
    return super.typeSchema(type, demands);
  }

  canBeNull(type: TypeRef, demands: Demands): boolean {
    const { kind } = settled(type);
    return kind !== 'json' && kind !== 'unknown' && demands.admit(kind === 'optional' ? Optional.absent() : undefined);
  }

  protected override reference(type: Class, checked: Checked): JsonSchema {
    const groups = checked === 'checked' ? this.groups : undefined;
    return this.parts.catalogue.reference(type, { direction: this.direction, groups }, () => this.definitionOf(type, checked));
  }

  protected override orNull(schema: JsonSchema): JsonSchema {
    return orNull(schema);
  }

  protected propertySchema(type: Class, { field, type: declared }: JsonPropertyModel, demands: Demands): JsonSchema {
    const schema = this.typeSchema(declared, demands);
    const description = docOfField(type, field);
    const isDeprecated = modelOf(type).fields.some(({ name, annotations }) => name === field && annotations.has(DeprecatedKind));
    return {
      ...(this.canBeNull(declared, demands) ? orNull(schema) : schema),
      ...(description === undefined ? {} : { description }),
      ...(isDeprecated ? { deprecated: true } : {}),
    };
  }

  protected demandsOf(type: Class, field: string, checked: Checked): Demands {
    return checked === 'checked' ? Demands.ofField(type, field, this.groups) : Demands.none;
  }
}

class RequestSchemaWriter extends BodySchemaWriter {
  protected readonly direction = 'request';

  override classSchema(type: Class, checked: Checked, chosenBy?: ChosenBy): JsonSchema {
    const properties = new Map<string, JsonSchema>();
    const required: string[] = [];
    if (chosenBy?.name !== undefined) {
      const named = { const: chosenBy.name };
      properties.set(chosenBy.property, chosenBy.optional ? orNull(named) : named);
      if (!chosenBy.optional) required.push(chosenBy.property);
    }
    const instance = Reflect.construct(type, []) as Readonly<Record<string, unknown>>;
    for (const property of propertiesOf(type)) {
      if (properties.has(property.property)) continue;
      if (!property.read) {
        // Known, and passed over.
        if (this.parts.unknownProperties === 'refuse') properties.set(property.property, { readOnly: true });
        continue;
      }
      const demands = this.demandsOf(type, property.field, checked);
      this.note(type, property, demands);
      properties.set(property.property, this.propertySchema(type, property, demands));
      if (isRequired(property, instance, demands, this.groups)) required.push(property.property);
    }
    if (checked === 'checked') this.noteMethods(type);
    return {
      type: 'object',
      ...described(type),
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      ...(this.parts.unknownProperties === 'refuse' ? { additionalProperties: false } : {}),
    };
  }

  protected override scalarSchema(type: ScalarType, demands: Demands): JsonSchema {
    return acceptedScalar(type, demands);
  }

  protected override ownSchema(type: Class): JsonSchema {
    const { jsonSchema } = type as { readonly jsonSchema?: JsonSchema };
    if (jsonSchema === undefined)
      this.parts.unexpressed.add(type.name, 'its fromJson() decides what is taken; say so in static jsonSchema');
    return jsonSchema ?? {};
  }

  /** Notes the constraints of a property that its schema does not say. */
  private note(type: Class, { field, type: declared }: JsonPropertyModel, demands: Demands): void {
    this.parts.unexpressed.addConstraints(`${type.name}.${field}`, declared, demands);
  }

  private noteMethods(type: Class): void {
    this.parts.unexpressed.addMethods(type, this.groups);
    for (const { name, access, annotations } of modelOf(type).fields) {
      if (access !== 'getter') continue;
      for (const constraint of Demands.ofAnnotations(annotations, this.groups).names)
        this.parts.unexpressed.add(`${type.name}.${name}`, `@${constraint} on a getter`);
    }
  }
}

class ReplySchemaWriter extends BodySchemaWriter {
  protected readonly direction = 'reply';

  override classSchema(type: Class, checked: Checked, chosenBy?: ChosenBy): JsonSchema {
    if (hasToJson(type.prototype as object)) return this.ownSchema(type);
    const properties = new Map<string, JsonSchema>();
    if (chosenBy?.name !== undefined) properties.set(chosenBy.property, { const: chosenBy.name });
    for (const property of propertiesOf(type)) {
      if (!property.written || properties.has(property.property)) continue;
      properties.set(property.property, this.propertySchema(type, property, this.demandsOf(type, property.field, checked)));
    }
    return {
      type: 'object',
      ...described(type),
      properties: Object.fromEntries(properties),
      // Every property is written, one without a value as null.
      ...(properties.size > 0 ? { required: [...properties.keys()] } : {}),
    };
  }

  protected override scalarSchema(type: ScalarType, demands: Demands): JsonSchema {
    return writtenScalar(type, demands);
  }

  /** A class that reads itself mostly writes itself in the same form. */
  protected override ownSchema(type: Class): JsonSchema {
    return (type as { readonly jsonSchema?: JsonSchema }).jsonSchema ?? {};
  }
}

/** A property that is left out keeps the value that the class gives it. If that is refused, the property is required. */
function isRequired(
  { field, type, accessor }: JsonPropertyModel,
  instance: Readonly<Record<string, unknown>>,
  demands: Demands,
  groups: GroupSet,
): boolean {
  const isMissingOptional = settled(type).kind === 'optional' && !accessor && instance[field] === undefined;
  return !demands.admitAll(isMissingOptional ? Optional.absent() : instance[field], type, groups);
}

function described(type: Class): JsonSchema {
  const description = docOf(type);
  return description === undefined ? {} : { description };
}

import { docOf, docOfField } from '../json/doc.js';
import { fromScalarOf } from '../json/scalars.js';
import type { ScalarType } from '../json/scalars.js';
import type { Subtypes } from '../json/subtypes.js';
import { settled } from '../reflection/type-ref.js';
import type { Class } from '../reflection/type-ref.js';
import { Demands } from '../schema/demands.js';
import { SchemaWriter } from '../schema/schema-writer.js';
import type { Checked, ChosenBy } from '../schema/schema-writer.js';
import { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { checkConfigurationClass, instanceOf, settingsOf } from './configuration-class.js';
import type { Setting } from './configuration-class.js';
import type { ConfigurationNode } from './configuration-tree.js';
import { effectiveTree } from './effective-tree.js';
import { orVariable, scalarDefinitions, scalarSchema } from './scalar-schema.js';

/**
 * The JSON Schema (draft 2020-12) of a configuration: every key with its type, default, constraints and description, and every section that
 * a `type` can choose. Editors check and complete configuration files by it.
 */
export function configurationSchema(type: Class, subtypes: Subtypes): JsonSchema {
  checkConfigurationClass(type, subtypes);
  const writer = new ConfigurationSchemaWriter(subtypes, scalarDefinitions);
  const root = writer.classSchema(type, 'checked');
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', title: type.name, ...root, $defs: writer.definitions() };
}

/** A configuration is validated in the default group. */
const groups = GroupSet.of([]);

class ConfigurationSchemaWriter extends SchemaWriter {
  override classSchema(type: Class, checked: Checked, chosenBy?: ChosenBy): JsonSchema {
    const instance = instanceOf(type) as Readonly<Record<string, unknown>>;
    const defaults = effectiveTree(instance);
    const properties = new Map<string, JsonSchema>();
    const required: string[] = [];
    if (chosenBy?.name !== undefined) {
      properties.set(chosenBy.property, { ...orVariable({ const: chosenBy.name }), description: 'Chooses the kind of this section.' });
      if (!chosenBy.optional) required.push(chosenBy.property);
    }
    for (const setting of settingsOf(type)) {
      const { property, field, type: declared } = setting;
      if (properties.has(property)) continue;
      const demands = checked === 'checked' ? Demands.ofField(type, field, groups) : Demands.none;
      const schema = this.typeSchema(declared, demands);
      properties.set(property, {
        ...(canBeNull(setting, instance[field], demands) ? this.orNull(schema) : schema),
        ...described(docOfField(type, field)),
        ...defaultOf(setting, defaults.entries.get(property)?.node),
      });
      if (!demands.admitAll(instance[field], declared, groups)) required.push(property);
    }
    return {
      type: 'object',
      ...described(docOf(type)),
      properties: Object.fromEntries(properties),
      ...(required.length > 0 ? { required } : {}),
      additionalProperties: false,
    };
  }

  protected override scalarSchema(type: ScalarType, demands: Demands): JsonSchema {
    return scalarSchema(type, demands);
  }

  /** A class that reads itself may also say what it takes: `static readonly jsonSchema = { enum: ['OFF', 'ON'] }`. */
  protected override ownSchema(type: Class): JsonSchema {
    const { jsonSchema } = type as { readonly jsonSchema?: JsonSchema };
    return jsonSchema === undefined ? {} : orVariable(jsonSchema);
  }

  /** A class with a short form may say what that takes: `static readonly shortFormSchema = { enum: ['OFF', 'ON'] }`. */
  protected override objectSchema(type: Class, reference: JsonSchema): JsonSchema {
    if (fromScalarOf(type) === undefined) return reference;
    const { shortFormSchema } = type as { readonly shortFormSchema?: JsonSchema };
    return orVariable(reference, shortFormSchema ?? { $ref: '#/$defs/text' });
  }

  protected override orNull(schema: JsonSchema): JsonSchema {
    const choices = Object.keys(schema).join() === 'anyOf' ? (schema['anyOf'] as readonly JsonSchema[]) : [schema];
    return Object.keys(schema).length === 0 ? schema : { anyOf: [...choices, { type: 'null' }] };
  }
}

/** A key without a value removes the value. This is refused if the class has a default, or if a constraint needs a value. */
function canBeNull({ type }: Setting, fallback: unknown, demands: Demands): boolean {
  const { kind } = settled(type);
  if (kind === 'json') return false; // its schema admits everything
  if (kind === 'optional') return demands.admit(Optional.absent());
  return (fallback === undefined || fallback === null) && demands.admit(undefined);
}

function described(description: string | undefined): JsonSchema {
  return description === undefined ? {} : { description };
}

/** The default for editors to show; a section needs none, since each of its keys has its own. */
function defaultOf({ type, secret }: Setting, node: ConfigurationNode | undefined): JsonSchema {
  if (secret || node === undefined || (settled(type).kind === 'class' && node.kind === 'map')) return {};
  const value = shownValue(node);
  return value === null ? {} : { default: value };
}

function shownValue(node: ConfigurationNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(shownValue);
    case 'map':
      return Object.fromEntries(
        [...node.entries].filter(([, { secret }]) => secret !== true).map(([key, entry]) => [key, shownValue(entry.node)]),
      );
    case 'unreadable':
      return null;
  }
}

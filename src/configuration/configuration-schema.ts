import { fromJsonOf, fromScalarOf } from '../json/scalars.js';
import { polymorphismOf, typeNameOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { modelOf } from '../reflection/class-model.js';
import { formOf, settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { RestrictionKind } from '../validation/constraint.js';
import type { ConstraintUse, Restriction } from '../validation/constraint.js';
import { GroupSet } from '../validation/groups.js';
import { checkConfigurationClass, instanceOf, settingsOf } from './configuration-class.js';
import type { Setting } from './configuration-class.js';
import type { ConfigurationNode } from './configuration-tree.js';
import { constraintSchema } from './constraint-schema.js';
import { effectiveTree } from './effective-tree.js';

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema (draft 2020-12) of a configuration: every key with its type, default and constraints, and every section that a `type`
 * can choose. Editors check and complete configuration files by it.
 */
export function configurationSchema(type: Class, subtypes: Subtypes): JsonSchema {
  checkConfigurationClass(type, subtypes);
  const writer = new SchemaWriter(subtypes);
  const root = writer.classSchema(type, undefined);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: type.name,
    ...root,
    $defs: { variable, ...writer.definitions() },
  };
}

/** Any value that is not text may be left to an environment variable. */
const variable: JsonSchema = {
  type: 'string',
  pattern: '\\$\\{[^}]+\\}',
  description: 'taken from an environment variable: ${NAME} or ${NAME:-default}',
};

function orVariable(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { $ref: '#/$defs/variable' }] };
}

class SchemaWriter {
  private readonly names = new Map<Class, string>();
  private readonly defined = new Map<string, JsonSchema>();

  constructor(private readonly subtypes: Subtypes) {}

  definitions(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries(this.defined);
  }

  classSchema(type: Class, chosenBy: { readonly property: string; readonly optional: boolean } | undefined): JsonSchema {
    const defaults = effectiveTree(instanceOf(type));
    const properties: Record<string, JsonSchema> = {};
    const required: string[] = [];
    const typeName = typeNameOf(type);
    if (chosenBy !== undefined && typeName !== undefined) {
      properties[chosenBy.property] = { const: typeName };
      if (!chosenBy.optional) required.push(chosenBy.property);
    }
    for (const setting of settingsOf(type)) {
      const restrictions = restrictionsOf(type, setting.field);
      const fallback = defaults.entries.get(setting.property)?.node;
      properties[setting.property] ??= { ...this.typeSchema(setting.type, restrictions), ...defaultOf(setting, fallback) };
      const missing = fallback === undefined || (fallback.kind === 'scalar' && fallback.value === null);
      if (missing && restrictions.some((one) => one.kind === 'constraint' && one.definition.absent === 'invalid'))
        required.push(setting.property);
    }
    return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
  }

  private typeSchema(type: TypeRef, restrictions: readonly Restriction[]): JsonSchema {
    const known = settled(type);
    const own = restrictions.filter((one): one is ConstraintUse => one.kind === 'constraint');
    const ofElements = restrictions.flatMap((one) => (one.kind === 'elements' ? one.restrictions : []));
    const constraints = Object.assign({}, ...own.map((use) => constraintSchema(use, known.kind))) as JsonSchema;
    switch (known.kind) {
      case 'optional':
        return this.typeSchema(known.element, restrictions);
      case 'list':
      case 'set': {
        const unique = known.kind === 'set' ? { uniqueItems: true } : {};
        return { type: 'array', items: this.typeSchema(known.element, ofElements), ...unique, ...constraints };
      }
      case 'record':
      case 'map':
        return { type: 'object', additionalProperties: this.typeSchema(known.element, ofElements), ...constraints };
      case 'class':
        return this.reference(known.type);
      case 'enum':
        return orVariable({ enum: known.members.map(formOf), ...constraints });
      case 'json':
      case 'unknown':
        return constraints;
      default: {
        const schema = { ...plainSchemas[known.kind], ...constraints };
        return schema.type === 'string' ? schema : orVariable(schema);
      }
    }
  }

  private reference(type: Class): JsonSchema {
    if (fromJsonOf({ kind: 'class', type }) !== undefined) return ownSchemaOf(type);
    const section = { $ref: `#/$defs/${this.define(type)}` };
    return fromScalarOf(type) === undefined ? section : { anyOf: [section, { type: ['string', 'number', 'boolean'] }] };
  }

  /** Defines the class once; the name is taken before its fields are looked at, which may lead back to it. */
  private define(type: Class): string {
    const known = this.names.get(type);
    if (known !== undefined) return known;
    let name = type.name;
    for (let count = 2; this.defined.has(name) || name === 'variable'; count++) name = `${type.name}${count}`;
    this.names.set(type, name);
    this.defined.set(name, {});
    this.defined.set(name, this.definitionOf(type));
    return name;
  }

  private definitionOf(type: Class): JsonSchema {
    const polymorphism = polymorphismOf(type);
    if (polymorphism === undefined) return this.classSchema(type, undefined);
    const { property, defaultType } = polymorphism;
    return {
      oneOf: this.subtypes
        .of(type)
        .map((subtype) => this.classSchema(subtype, { property, optional: typeNameOf(subtype) === defaultType })),
    };
  }
}

/** A class that reads itself may also say what it takes: `static readonly jsonSchema = { enum: ['OFF', 'ON'] }`. */
function ownSchemaOf(type: Class): JsonSchema {
  const own = (type as { readonly jsonSchema?: unknown }).jsonSchema;
  return typeof own === 'object' && own !== null ? orVariable(own as JsonSchema) : {};
}

function restrictionsOf(type: Class, field: string): readonly Restriction[] {
  const restrictions =
    modelOf(type)
      .fields.find(({ name }) => name === field)
      ?.annotations.all(RestrictionKind) ?? [];
  return restrictions.filter((one) => one.kind === 'elements' || GroupSet.of([]).selects(one.groups));
}

function defaultOf({ type, secret }: Setting, node: ConfigurationNode | undefined): JsonSchema {
  if (secret || node === undefined || (settled(type).kind === 'class' && node.kind === 'map')) return {};
  const value = plainValue(node);
  return value === null ? {} : { default: value };
}

function plainValue(node: ConfigurationNode): unknown {
  if (node.kind === 'unreadable') return null;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries(
    [...node.entries].filter(([, entry]) => entry.secret !== true).map(([key, entry]) => [key, plainValue(entry.node)]),
  );
}

const plainSchemas = {
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  number: { type: 'number' },
  int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  long: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
  bigint: { type: 'integer' },
  date: { type: 'string', description: 'a date in ISO 8601, as in "2026-11-14" or "2026-11-14T06:42:35Z"' },
  duration: { type: 'string', description: 'a duration, as in "30 seconds"' },
  dataSize: { type: 'string', description: 'a size, as in "8KiB"' },
} as const;

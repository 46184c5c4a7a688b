import { forEachClass, instanceOf, settingsOf } from '../../src/configuration/configuration-class.js';
import type { ConfigurationNode } from '../../src/configuration/configuration-tree.js';
import { effectiveTree } from '../../src/configuration/effective-tree.js';
import { docOf, docOfField } from '../../src/json/doc.js';
import { propertiesOf } from '../../src/json/json-properties.js';
import { fromJsonOf } from '../../src/json/scalars.js';
import { polymorphismOf } from '../../src/json/subtypes.js';
import type { Subtypes } from '../../src/json/subtypes.js';
import { stringFormOf, settled } from '../../src/reflection/type-ref.js';
import type { Class, TypeRef } from '../../src/reflection/type-ref.js';

/** One row of a table in the manual. */
export interface ReferenceRow {
  readonly key: string;
  readonly type: string;
  readonly default: string;
  /** What `@Doc` says of the key. */
  readonly meaning: string | undefined;
}

/** What the manual has to say of a class. */
export interface ReferenceTable {
  /** What `@Doc` says of the class. */
  readonly about: string | undefined;
  readonly rows: readonly ReferenceRow[];
}

/** What the manual has to say of a configuration: for each class that declares keys, its own keys in the order written. */
export function referenceTables(type: Class, subtypes: Subtypes): ReadonlyMap<string, ReferenceTable> {
  const tables = new Map<string, { readonly about: string | undefined; readonly rows: ReferenceRow[] }>();
  forEachClass(type, subtypes, (one) => {
    // The base of classes that a type chooses cannot be made; its keys are told by those that extend it.
    if (polymorphismOf(one) !== undefined && !subtypes.of(one).includes(one)) return;
    const defaults = effectiveTree(instanceOf(one));
    for (const { property, field, declaredBy, type: declared, secret } of settingsOf(one)) {
      const table = tables.get(declaredBy.name) ?? { about: docOf(declaredBy), rows: [] };
      tables.set(declaredBy.name, table);
      const { rows } = table;
      const row = {
        key: property,
        type: typeText(declared),
        default: secret ? '–' : defaultText(defaults.entries.get(property)!.node),
        meaning: docOfField(one, field),
      };
      const known = rows.findIndex(({ key }) => key === property);
      // A class that extends another may begin with other values; the manual's table is about the one that declares the key.
      if (known < 0) rows.push(row);
      else if (declaredBy === one) rows[known] = row;
    }
  });
  return tables;
}

function typeText(type: TypeRef): string {
  const known = settled(type);
  switch (known.kind) {
    case 'enum':
      return known.members.map((member) => `\`${stringFormOf(member)}\``).join(', ');
    case 'list':
    case 'set':
      return `${known.kind} of ${typeText(known.element)}`;
    case 'record':
    case 'map':
      return `map of ${typeText(known.element)}`;
    case 'optional':
      return typeText(known.element);
    case 'class':
      return fromJsonOf(known) === undefined && propertiesOf(known.type).length > 0
        ? `[${known.type.name}](#${known.type.name.toLowerCase()})`
        : known.type.name;
    case 'dataSize':
      return 'size';
    case 'int':
    case 'long':
    case 'bigint':
      return 'whole number';
    case 'json':
      return 'anything';
    case 'unknown':
      return known.found;
    default:
      return known.kind;
  }
}

function defaultText(node: ConfigurationNode): string {
  if (node.kind === 'scalar') return node.value === null ? '–' : `\`${node.source === '' ? '""' : node.source}\``;
  if (node.kind === 'unreadable') return '';
  if (node.kind === 'list') return `\`[${node.items.map(itemText).join(', ')}]\``;
  return node.entries.size === 0 ? '`{}`' : typeOf(node) === undefined ? '–' : `\`type: ${typeOf(node)!}\``;
}

function itemText(node: ConfigurationNode): string {
  if (node.kind === 'scalar') return node.source;
  return typeOf(node) === undefined ? '…' : `{type: ${typeOf(node)!}}`;
}

function typeOf(node: ConfigurationNode): string | undefined {
  const chosen = node.kind === 'map' ? node.entries.get('type')?.node : undefined;
  return chosen?.kind === 'scalar' ? chosen.source : undefined;
}

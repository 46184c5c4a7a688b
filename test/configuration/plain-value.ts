import type { ConfigurationNode } from '../../src/configuration/configuration-tree.js';

/** The tree without its positions, to be compared as a whole. */
export function plainValue(node: ConfigurationNode): unknown {
  if (node.kind === 'unreadable') return undefined;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(plainValue);
  return Object.fromEntries([...node.entries].map(([key, entry]) => [key, plainValue(entry.node)]));
}

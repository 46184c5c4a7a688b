import type { Mismatch } from '../json/scalars.js';
import type { ConfigurationNode, Origin, UnreadableNode } from './configuration-tree.js';

/** Whether a value may appear in a message. */
export type Visibility = 'shown' | 'secret';

/** What is wrong with a value that is not of the expected type. */
export function describeMismatch(
  node: Exclude<ConfigurationNode, UnreadableNode>,
  { expected, reason }: Mismatch,
  at: string,
  visibility: Visibility,
): string {
  const hidden = isHidden(node, visibility);
  const because = reason === undefined || hidden ? '' : `; ${reason}`;
  return `Incorrect type of value at: ${at}; is of type: ${describeNode(node, hidden ? 'secret' : 'shown')}, expected: ${expected}${because}`;
}

/** What code of the user's class said of a value. */
export function describeRejection(node: ConfigurationNode, error: unknown, at: string, visibility: Visibility): string {
  const reason = isHidden(node, visibility) ? '' : `; ${error instanceof Error ? error.message : String(error)}`;
  return `Incorrect value at: ${at}${reason}`;
}

/** A value from the environment is often a secret even where the field is not marked as one. */
function isHidden(node: ConfigurationNode, visibility: Visibility): boolean {
  return visibility === 'secret' || holdsSubstitute(node);
}

function holdsSubstitute(node: ConfigurationNode): boolean {
  if (node.origin.kind === 'substituted') return true;
  if (node.kind === 'list') return node.items.some(holdsSubstitute);
  return node.kind === 'map' && [...node.entries.values()].some((entry) => holdsSubstitute(entry.node));
}

const longestShown = 60;

function describeNode(node: Exclude<ConfigurationNode, UnreadableNode>, visibility: Visibility): string {
  if (node.kind !== 'scalar') return node.kind;
  if (node.value === null) return 'null';
  const type = typeof node.value === 'string' ? 'text' : typeof node.value === 'number' ? 'number' : 'true or false';
  return visibility === 'secret' || node.source.length > longestShown ? type : `${type} (${JSON.stringify(node.source)})`;
}

/** Why a text is not taken for a list. */
export function whyNoList({ kind }: Origin): string | undefined {
  return kind === 'override' ? 'an override can give a list by commas only where the file has a list' : undefined;
}

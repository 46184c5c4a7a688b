import { ConfigurationParsingError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapEntry, MapNode, ScalarNode } from './configuration-tree.js';

/** The variables that a configuration may use, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Step 3: `${NAME}` and `${NAME:-default}` in the text values of the file become the variable's value, `$${` becomes `${`.
 * This happens after parsing, so that a value cannot change the file's structure.
 */
export function substitute(root: MapNode, variables: Variables, path: string): MapNode {
  const findings: Finding[] = [];
  const replaced = replaceEntries(root, (leaf) =>
    substituted(leaf, variables, (message) => findings.push({ message, position: describeOrigin(leaf.origin, path) })),
  );
  if (findings.length > 0) throw new ConfigurationParsingError(path, findings);
  return replaced;
}

function replace(node: ConfigurationNode, change: (leaf: ScalarNode) => ScalarNode): ConfigurationNode {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' && node.value.includes('${') ? change(node) : node;
    case 'list':
      return { ...node, items: node.items.map((item) => replace(item, change)) };
    case 'map':
      return replaceEntries(node, change);
  }
}

function replaceEntries(node: MapNode, change: (leaf: ScalarNode) => ScalarNode): MapNode {
  const entries = [...node.entries].map(([key, entry]): [string, MapEntry] => [key, { ...entry, node: replace(entry.node, change) }]);
  return { ...node, entries: new Map(entries) };
}

function substituted(leaf: ScalarNode, variables: Variables, report: (problem: string) => void): ScalarNode {
  const used: string[] = [];
  const text = expand(String(leaf.value), { variables, used, report });
  const { origin } = leaf;
  if (used.length === 0 || origin.kind !== 'file') return { ...leaf, value: text, source: text };
  return { ...leaf, value: text, source: text, origin: { ...origin, kind: 'environment', variables: [...new Set(used)] } };
}

interface Expansion {
  readonly variables: Variables;
  readonly used: string[];
  readonly report: (problem: string) => void;
}

function expand(text: string, expansion: Expansion): string {
  let result = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('${', at);
    if (start < 0) return result + text.slice(at);
    if (start > at && text[start - 1] === '$') {
      result += `${text.slice(at, start - 1)}\${`;
      at = start + 2;
      continue;
    }
    const end = closingBrace(text, start + 2);
    if (end < 0) {
      // The text is not repeated here: it may be a password with an unlucky character.
      expansion.report("An expression '${' is not closed by '}'; write '$${' for a literal '${'");
      return result;
    }
    result += text.slice(at, start) + valueOf(text.slice(start + 2, end), expansion);
    at = end + 1;
  }
}

/** The brace that closes an expression; expressions in its default are skipped over. */
function closingBrace(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('${', at)) open++;
    else if (text[at] === '}' && --open === 0) return at;
  }
  return -1;
}

function valueOf(expression: string, expansion: Expansion): string {
  const mark = expression.indexOf(':-');
  const name = mark < 0 ? expression : expression.slice(0, mark);
  if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
    expansion.report("An expression '${…}' does not name an environment variable; write '$${' for a literal '${'");
    return '';
  }
  const value = Object.hasOwn(expansion.variables, name) ? expansion.variables[name] : undefined;
  if (value !== undefined) {
    expansion.used.push(name);
    return value;
  }
  if (mark < 0) {
    expansion.report(`The environment variable '${name}' is not defined; could not substitute the expression '\${${expression}}'.`);
    return '';
  }
  return expand(expression.slice(mark + 2), expansion);
}

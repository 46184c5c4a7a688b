import type { ConfigurationReport } from './configuration-report.js';
import type { ConfigurationNode, MapEntry, MapNode, ScalarNode } from './configuration-tree.js';

/** The variables that a configuration may use, as `process.env` has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Where the values of `${…}` come from. */
export interface SubstitutionSources {
  readonly variables: Variables;
  /** The text of a file, without the line break at its end; undefined if there is no such file. The message of an error is for the operator. */
  readFile(path: string): string | undefined;
}

/**
 * Step 3: `${NAME}`, `${NAME:-default}` and `${file:/path}` in the text values of the file become the value, `$${` becomes `${`.
 * This happens after parsing, so that a value cannot change the file's structure.
 */
export function substitute(root: MapNode, sources: SubstitutionSources, report: ConfigurationReport): MapNode {
  return replaceEntries(root, (leaf) => substituted(leaf, sources, report));
}

type Change = (leaf: ScalarNode) => ConfigurationNode;

function replace(node: ConfigurationNode, change: Change): ConfigurationNode {
  switch (node.kind) {
    case 'scalar':
      return typeof node.value === 'string' && node.value.includes('${') ? change(node) : node;
    case 'list':
      return { ...node, items: node.items.map((item) => replace(item, change)) };
    case 'map':
      return replaceEntries(node, change);
    case 'unreadable':
      return node;
  }
}

function replaceEntries(node: MapNode, change: Change): MapNode {
  const entries = [...node.entries].map(([key, entry]): [string, MapEntry] => [key, { ...entry, node: replace(entry.node, change) }]);
  return { ...node, entries: new Map(entries) };
}

function substituted(leaf: ScalarNode, sources: SubstitutionSources, report: ConfigurationReport): ConfigurationNode {
  const { origin } = leaf;
  const expansion = new Expansion(sources);
  const text = expansion.expand(String(leaf.value));
  for (const problem of expansion.problems) report.add(problem, origin);
  if (expansion.problems.length > 0) return { kind: 'unreadable', origin };
  if (expansion.used.size === 0 || origin.kind !== 'file') return { ...leaf, value: text, source: text };
  return { ...leaf, value: text, source: text, origin: { ...origin, kind: 'substituted', sources: [...expansion.used] } };
}

/** Expands the expressions of one text, and remembers what it took from where. */
class Expansion {
  readonly problems: string[] = [];
  /** In words: "environment variable PORT". */
  readonly used = new Set<string>();

  constructor(private readonly sources: SubstitutionSources) {}

  expand(text: string): string {
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
        this.problems.push("An expression '${' is not closed by '}'; write '$${' for a literal '${'");
        return result;
      }
      result += text.slice(at, start) + this.valueOf(text.slice(start + 2, end));
      at = end + 1;
    }
  }

  private valueOf(expression: string): string {
    const mark = expression.indexOf(':-');
    const name = mark < 0 ? expression : expression.slice(0, mark);
    const [known, missing] = name.startsWith('file:') ? this.fromFile(name.slice('file:'.length)) : this.fromVariable(name, expression);
    if (known !== undefined) return known;
    if (mark >= 0 && missing.kind === 'absent') return this.expand(expression.slice(mark + 2));
    this.problems.push(missing.problem);
    return '';
  }

  private fromVariable(name: string, expression: string): Found {
    if (!/^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name)) {
      return wrong("An expression '${…}' does not name an environment variable; write '$${' for a literal '${'");
    }
    const value = this.variable(name);
    if (value !== undefined) {
      this.used.add(`environment variable ${name}`);
      return [value];
    }
    // How containers hand over secrets: the variable NAME_FILE holds the path of a file that holds the value.
    const path = this.variable(`${name}_FILE`);
    if (path !== undefined) return this.fromFile(path);
    return absent(`The environment variable '${name}' is not defined; could not substitute the expression '\${${expression}}'.`);
  }

  private fromFile(path: string): Found {
    try {
      const text = path.trim() === '' ? undefined : this.sources.readFile(path);
      if (text === undefined) return absent(`The file '${path}' does not exist; could not substitute the expression that names it.`);
      this.used.add(`file ${path}`);
      return [text];
    } catch (error) {
      return wrong(error instanceof Error ? error.message : String(error));
    }
  }

  private variable(name: string): string | undefined {
    const { variables } = this.sources;
    return Object.hasOwn(variables, name) ? variables[name] : undefined;
  }
}

/** A value, or why there is none; only what is absent can have a default. */
type Found = readonly [value: string, missing?: never] | readonly [value: undefined, missing: Missing];

interface Missing {
  readonly kind: 'absent' | 'wrong';
  readonly problem: string;
}

function absent(problem: string): Found {
  return [undefined, { kind: 'absent', problem }];
}

function wrong(problem: string): Found {
  return [undefined, { kind: 'wrong', problem }];
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

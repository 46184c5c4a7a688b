import { JsonSyntaxError } from '../json/json-errors.js';
import type { Position } from '../json/json-errors.js';
import { parseJsonWithPositions } from '../json/json-node.js';
import type { TextNode } from '../json/json-node.js';
import { ConfigurationParsingError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapEntry, Origin } from './configuration-tree.js';

const deepestNesting = 100;

/** Strict JSON as a tree with positions; duplicate keys are refused as in YAML. */
export function parseJson(text: string, path: string): ConfigurationNode {
  const findings: Finding[] = [];
  const root = read(syntaxOf(text, path), 0, (message, origin) => findings.push({ message, position: describeOrigin(origin, path) }));
  if (findings.length > 0) throw new ConfigurationParsingError(path, findings);
  return root;
}

function syntaxOf(text: string, path: string): TextNode {
  try {
    return parseJsonWithPositions(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { problem, line, column } = error;
    const message = `Malformed JSON at line: ${line}, column: ${column}; ${problem}`;
    throw new ConfigurationParsingError(path, [{ message, position: `${path}:${line}:${column}` }]);
  }
}

type Report = (message: string, origin: Origin) => void;

function read(node: TextNode, depth: number, report: Report): ConfigurationNode {
  const origin = originOf(node.position());
  if (depth > deepestNesting) {
    report(`values are nested more than ${deepestNesting} deep`, origin);
    return { kind: 'list', items: [], origin };
  }
  if (node.kind === 'list') return { kind: 'list', items: [...node.elements()].map((element) => read(element, depth + 1, report)), origin };
  if (node.kind === 'object') return { kind: 'map', entries: entriesOf(node, depth, report), origin };
  // A scalar without parts; a whole number that a double cannot hold keeps all its digits in the source.
  const scalar = node.scalar as string | number | bigint | boolean | null;
  return { kind: 'scalar', value: typeof scalar === 'bigint' ? Number(scalar) : scalar, source: String(scalar), origin };
}

function entriesOf(object: TextNode, depth: number, report: Report): ReadonlyMap<string, MapEntry> {
  const entries = new Map<string, MapEntry>();
  for (const entry of object.entries()) {
    const keyOrigin = originOf(entry.keyPosition());
    if (entries.has(entry.key)) report(`Duplicate field: ${entry.key}`, keyOrigin);
    else entries.set(entry.key, { keyOrigin, node: read(entry.node, depth + 1, report) });
  }
  return entries;
}

function originOf({ line, column }: Position): Origin {
  return { kind: 'file', line, column };
}

import { JsonSyntaxError } from '../json/json-errors.js';
import { parseJsonWithPositions } from '../json/json-parser.js';
import type { JsonNode, JsonObjectNode } from '../json/json-parser.js';
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

function syntaxOf(text: string, path: string): JsonNode {
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

function read(node: JsonNode, depth: number, report: Report): ConfigurationNode {
  const origin = originOf(node);
  if (depth > deepestNesting) {
    report(`values are nested more than ${deepestNesting} deep`, origin);
    return { kind: 'list', items: [], origin };
  }
  if (node.kind === 'list') return { kind: 'list', items: node.elements.map((element) => read(element, depth + 1, report)), origin };
  if (node.kind === 'object') return { kind: 'map', entries: entriesOf(node, depth, report), origin };
  // A whole number that a double cannot hold keeps all its digits in the source.
  return { kind: 'scalar', value: typeof node.value === 'bigint' ? Number(node.value) : node.value, source: String(node.value), origin };
}

function entriesOf(object: JsonObjectNode, depth: number, report: Report): ReadonlyMap<string, MapEntry> {
  const entries = new Map<string, MapEntry>();
  for (const { key, position, node } of object.entries) {
    const keyOrigin = originOf(position);
    if (entries.has(key)) report(`Duplicate field: ${key}`, keyOrigin);
    else entries.set(key, { keyOrigin, node: read(node, depth + 1, report) });
  }
  return entries;
}

function originOf({ line, column }: { readonly line: number; readonly column: number }): Origin {
  return { kind: 'file', line, column };
}

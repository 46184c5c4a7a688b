import { JsonSyntaxError } from '../json/json-errors.js';
import type { Position } from '../json/json-errors.js';
import { parseJsonWithPositions } from '../json/json-node.js';
import type { TextNode } from '../json/json-node.js';
import { ConfigurationParsingError } from './configuration-error.js';
import type { ConfigurationReport } from './configuration-report.js';
import type { ConfigurationNode, MapEntry, Origin } from './configuration-tree.js';
import { reportDuplicate } from './duplicate-field.js';

/** Deeper values would exhaust the stack of a later step. */
const deepestNesting = 100;

/** Strict JSON as a tree with positions; duplicate keys are refused as in YAML. */
export function parseJson(text: string, report: ConfigurationReport): ConfigurationNode {
  return read(syntaxOf(text, report.path), 0, report);
}

function syntaxOf(text: string, path: string): TextNode {
  try {
    return parseJsonWithPositions(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    const { problem, line, column } = error;
    const hint = /\.json$/i.test(path) ? '' : '; only files that end in .yml or .yaml are read as YAML';
    const message = `Malformed JSON at line: ${line}, column: ${column}; ${problem}${hint}`;
    throw new ConfigurationParsingError(path, [{ message, position: `${path}:${line}:${column}` }]);
  }
}

function read(node: TextNode, depth: number, report: ConfigurationReport): ConfigurationNode {
  const origin = originOf(node.position());
  if (depth > deepestNesting) {
    report.add(`values are nested more than ${deepestNesting} deep`, origin);
    return { kind: 'unreadable', origin };
  }
  if (node.kind === 'list') return { kind: 'list', items: [...node.elements()].map((element) => read(element, depth + 1, report)), origin };
  if (node.kind === 'object') return { kind: 'map', entries: entriesOf(node, depth, report), origin };
  // A scalar without parts; a whole number that a double cannot hold keeps all its digits in the source.
  const scalar = node.scalar as string | number | bigint | boolean | null;
  return { kind: 'scalar', value: typeof scalar === 'bigint' ? Number(scalar) : scalar, source: String(scalar), origin };
}

function entriesOf(object: TextNode, depth: number, report: ConfigurationReport): ReadonlyMap<string, MapEntry> {
  const entries = new Map<string, MapEntry>();
  for (const entry of object.entries()) {
    const keyOrigin = originOf(entry.keyPosition());
    const first = entries.get(entry.key);
    if (first !== undefined) reportDuplicate(entry.key, first.keyOrigin, keyOrigin, report);
    else entries.set(entry.key, { keyOrigin, node: read(entry.node, depth + 1, report) });
  }
  return entries;
}

function originOf({ line, column }: Position): Origin {
  return { kind: 'file', line, column };
}

import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import type { Document, ParsedNode, Scalar, YAMLMap } from 'yaml';

import { ConfigurationParsingError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapEntry, Origin, ScalarNode } from './configuration-tree.js';

/** Aliases may repeat what they name, but not so often that a small file becomes a large one (the "billion laughs"). */
const mostRepeatedValues = 100_000;
const deepestNesting = 100;
const noValue = 'this is no value of a configuration';

/** YAML 1.2 as a tree with positions: anchors and merges resolved, duplicate keys, cycles, foreign tags and further documents refused. */
export function parseYaml(text: string, path: string): ConfigurationNode {
  const lines = new LineCounter();
  const document = documentOf(text, path, lines);
  const reader = new YamlReader(path, lines);
  const root = document.contents === null ? reader.empty : reader.read(document.contents, 0);
  if (reader.findings.length > 0) throw new ConfigurationParsingError(path, reader.findings);
  return root;
}

function documentOf(text: string, path: string, lines: LineCounter): Document.Parsed {
  const document = parsed(text, path, lines);
  // What follows a first mistake is mostly the parser's confusion about it, so only the first one is shown.
  const [problem] = [...document.errors, ...document.warnings];
  if (problem === undefined) return document;
  const { line, col } = lines.linePos(problem.pos[0]);
  const message = problem.code === 'MULTIPLE_DOCS' ? 'there is more than one document in the file' : problem.message;
  throw malformed(path, `at line: ${line}, column: ${col}; ${message}`, `${path}:${line}:${col}`);
}

function parsed(text: string, path: string, lines: LineCounter): Document.Parsed {
  try {
    // Duplicates are found below in one pass; the parser's own check compares every key with every other.
    return parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, logLevel: 'error' });
  } catch (error) {
    // The parser recurses; what exhausts the stack is nested deeper than anybody meant.
    if (error instanceof RangeError) throw malformed(path, '; values are nested too deeply');
    throw malformed(path, `; ${error instanceof Error ? error.message : String(error)}`);
  }
}

function malformed(path: string, what: string, position?: string): ConfigurationParsingError {
  return new ConfigurationParsingError(path, [{ message: `Malformed YAML${what.startsWith(';') ? '' : ' '}${what}`, position }]);
}

interface Anchored {
  readonly node: ConfigurationNode | 'unfinished';
  readonly size: number;
}

class YamlReader {
  readonly findings: Finding[] = [];
  readonly empty: ScalarNode = { kind: 'scalar', value: null, source: '', origin: { kind: 'file', line: 1, column: 1 } };
  private readonly anchors = new Map<string, Anchored>();
  private size = 0;
  private repeated = 0;

  constructor(
    private readonly path: string,
    private readonly lines: LineCounter,
  ) {}

  read(node: ParsedNode, depth: number): ConfigurationNode {
    const origin = this.originOf(node);
    if (depth > deepestNesting) return this.refuse(`values are nested more than ${deepestNesting} deep`, origin);
    if (isAlias(node)) return this.repeat(node.source, origin);
    const anchor = node.anchor;
    if (anchor === undefined) return this.readPlain(node, origin, depth);
    this.anchors.set(anchor, { node: 'unfinished', size: 0 });
    const before = this.size;
    const read = this.readPlain(node, origin, depth);
    this.anchors.set(anchor, { node: read, size: this.size - before });
    return read;
  }

  private readPlain(node: ParsedNode, origin: Origin, depth: number): ConfigurationNode {
    this.size++;
    if (isMap(node)) return { kind: 'map', entries: this.readEntries(node, depth), origin };
    if (isSeq(node)) {
      return {
        kind: 'list',
        items: node.items.map((item) => (isNode(item) ? this.read(item, depth + 1) : this.refuse(noValue, origin))),
        origin,
      };
    }
    return isScalar(node) ? this.readScalar(node, origin) : this.refuse(noValue, origin);
  }

  private readScalar(node: Scalar, origin: Origin): ConfigurationNode {
    const { value } = node;
    const source = node.source ?? '';
    if (value === null || value === undefined) return { kind: 'scalar', value: null, source, origin };
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      return { kind: 'scalar', value, source: typeof value === 'string' ? value : source, origin };
    }
    return this.refuse(noValue, origin);
  }

  private readEntries(map: YAMLMap.Parsed, depth: number): ReadonlyMap<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    const merged: ConfigurationNode[] = [];
    for (const { key, value } of map.items) {
      const keyOrigin = key === null ? this.originOf(map) : this.originOf(key);
      const name = this.nameOf(key, keyOrigin);
      if (name === undefined) continue;
      const node = value === null ? { ...this.empty, origin: keyOrigin } : this.read(value, depth + 1);
      if (isMergeKey(key)) {
        merged.push(...(node.kind === 'list' ? node.items : [node]));
        if (merged.some(({ kind }) => kind !== 'map')) this.refuse('only maps can be merged by "<<"', keyOrigin);
        continue;
      }
      if (entries.has(name)) this.refuse(`Duplicate field: ${name}`, keyOrigin);
      else entries.set(name, { keyOrigin, node });
    }
    for (const node of merged) {
      if (node.kind !== 'map') continue;
      for (const [name, entry] of node.entries) if (!entries.has(name)) entries.set(name, entry);
    }
    return entries;
  }

  private nameOf(key: ParsedNode | null, origin: Origin): string | undefined {
    if (isScalar(key) && key.anchor === undefined) return typeof key.value === 'string' ? key.value : (key.source ?? '');
    this.refuse('a key must be plain text', origin);
    return undefined;
  }

  private repeat(anchor: string, origin: Origin): ConfigurationNode {
    const anchored = this.anchors.get(anchor);
    if (anchored === undefined) return this.refuse(`there is no anchor &${anchor} before the alias *${anchor}`, origin);
    if (anchored.node === 'unfinished') return this.refuse(`the anchor &${anchor} contains itself`, origin);
    this.size += anchored.size;
    this.repeated += anchored.size;
    if (this.repeated > mostRepeatedValues) {
      this.anchors.set(anchor, { ...anchored, size: 1 });
      return this.refuse(`its aliases repeat more than ${mostRepeatedValues} values`, origin);
    }
    return anchored.node;
  }

  private refuse(message: string, origin: Origin): ConfigurationNode {
    this.findings.push({ message, position: describeOrigin(origin, this.path) });
    return { ...this.empty, origin };
  }

  private originOf(node: ParsedNode): Origin {
    const { line, col } = this.lines.linePos(node.range[0]);
    return { kind: 'file', line, column: col };
  }
}

function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

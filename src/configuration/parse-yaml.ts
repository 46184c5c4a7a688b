import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, ParsedNode, Scalar, YAMLMap } from 'yaml';

import { ConfigurationParsingError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapEntry, Origin, ScalarNode } from './configuration-tree.js';
import { YamlProblem, readYamlDocument } from './yaml-document.js';

/** Aliases may repeat what they name, but not so often that a small file becomes a large one (the "billion laughs"). */
const mostRepeatedValues = 100_000;
const deepestNesting = 100;
const noValue = 'this is no value of a configuration';

/** YAML 1.2 as a tree with positions: anchors and merges resolved, duplicate keys, cycles, foreign tags and further documents refused. */
export function parseYaml(text: string, path: string): ConfigurationNode {
  const lines = new LineCounter();
  const document = documentOf(text, path, lines);
  const reader = new YamlReader(path, lines);
  const root = document.contents === null ? reader.empty : reader.read(document.contents);
  if (reader.findings.length > 0) throw new ConfigurationParsingError(path, reader.findings);
  return root;
}

function documentOf(text: string, path: string, lines: LineCounter): Document.Parsed {
  const document = readYamlDocument(text, lines, deepestNesting);
  if (!(document instanceof YamlProblem)) return document;
  const { line, col } = lines.linePos(document.offset);
  const message = `Malformed YAML at line: ${line}, column: ${col}; ${document.message}`;
  throw new ConfigurationParsingError(path, [{ message, position: `${path}:${line}:${col}` }]);
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

  read(node: ParsedNode): ConfigurationNode {
    const origin = this.originOf(node);
    if (isAlias(node)) return this.repeat(node.source, origin);
    const anchor = node.anchor;
    if (anchor === undefined) return this.readPlain(node, origin);
    this.anchors.set(anchor, { node: 'unfinished', size: 0 });
    const before = this.size;
    const read = this.readPlain(node, origin);
    this.anchors.set(anchor, { node: read, size: this.size - before });
    return read;
  }

  private readPlain(node: ParsedNode, origin: Origin): ConfigurationNode {
    this.size++;
    if (isMap(node)) return { kind: 'map', entries: this.readEntries(node), origin };
    if (isSeq(node)) {
      return {
        kind: 'list',
        items: node.items.map((item) => (isNode(item) ? this.read(item) : this.refuse(noValue, origin))),
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

  private readEntries(map: YAMLMap.Parsed): ReadonlyMap<string, MapEntry> {
    const entries = new Map<string, MapEntry>();
    let merged: ConfigurationNode | undefined;
    for (const { key, value } of map.items) {
      const keyOrigin = key === null ? this.originOf(map) : this.originOf(key);
      const name = this.nameOf(key, keyOrigin);
      if (name === undefined) continue;
      const node = value === null ? { ...this.empty, origin: keyOrigin } : this.read(value);
      if (isMergeKey(key) && merged === undefined) merged = node;
      else if (isMergeKey(key) || entries.has(name)) this.refuse(`Duplicate field: ${name}`, keyOrigin);
      else entries.set(name, { keyOrigin, node });
    }
    if (merged !== undefined) this.merge(merged, entries);
    return entries;
  }

  /** Adds what `<<` names, one map or a list of them, where the map itself and those before do not say otherwise. */
  private merge(merged: ConfigurationNode, entries: Map<string, MapEntry>): void {
    for (const node of merged.kind === 'list' ? merged.items : [merged]) {
      if (node.kind !== 'map') this.refuse('only maps can be merged by "<<"', node.origin);
      else for (const [name, entry] of node.entries) if (!entries.has(name)) entries.set(name, entry);
    }
  }

  private nameOf(key: ParsedNode | null, origin: Origin): string | undefined {
    if (isScalar(key) && key.anchor === undefined) return typeof key.value === 'string' ? key.value : (key.source ?? '');
    this.refuse('a key must be plain text', origin);
    return undefined;
  }

  private repeat(anchor: string, origin: Origin): ConfigurationNode {
    const anchored = this.anchors.get(anchor);
    if (anchored === undefined)
      return this.refuse('this alias names no anchor that stands before it; quote a text that begins with "*"', origin);
    if (anchored.node === 'unfinished') return this.refuse(`the anchor &${anchor} contains itself`, origin);
    if (this.repeated > mostRepeatedValues) return anchored.node; // said once, that is enough
    this.size += anchored.size;
    this.repeated += anchored.size;
    if (this.repeated > mostRepeatedValues) return this.refuse(`its aliases repeat more than ${mostRepeatedValues} values`, origin);
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

import { LineCounter, isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { ParsedNode, Scalar, YAMLMap } from 'yaml';

import type { ConfigurationReport } from './configuration-report.js';
import type { ConfigurationNode, MapEntry, Origin, ScalarNode } from './configuration-tree.js';
import { reportDuplicate } from './duplicate-field.js';
import { readYamlDocument } from './yaml-document.js';
import type { YamlProblem } from './yaml-document.js';

/** Aliases may repeat what they name, but not so often that a small file becomes a large one (the "billion laughs"). */
const mostRepeatedValues = 100_000;
const deepestNesting = 100;
const noValue = 'values of this kind cannot stand in a configuration; write text, a number, a boolean, a list or a map';

/** YAML 1.2 as a tree with positions: anchors and merges resolved, duplicate keys, cycles, foreign tags and further documents reported. */
export function parseYaml(text: string, report: ConfigurationReport): ConfigurationNode {
  const lines = new LineCounter();
  const parsed = readYamlDocument(text, lines, deepestNesting);
  if (!('document' in parsed)) {
    for (const problem of parsed) reportSyntax(problem, lines, report);
    throw report.toError();
  }
  for (const problem of parsed.problems) reportSyntax(problem, lines, report);
  const reader = new YamlReader(report, lines, parsed.problems);
  return parsed.document.contents === null ? reader.empty : reader.read(parsed.document.contents);
}

function reportSyntax({ message, offset }: YamlProblem, lines: LineCounter, report: ConfigurationReport): void {
  const { line, col } = lines.linePos(offset);
  report.add(`Malformed YAML at line: ${line}, column: ${col}; ${message}`, { kind: 'file', line, column: col });
}

interface Anchored {
  readonly node: ConfigurationNode | 'unfinished';
  readonly size: number;
}

class YamlReader {
  readonly empty: ScalarNode = { kind: 'scalar', value: null, source: '', origin: { kind: 'file', line: 1, column: 1 } };
  private readonly anchors = new Map<string, Anchored>();
  private size = 0;
  private repeated = 0;

  /** How many of the problems belong to values that were read already. */
  private passed = 0;

  constructor(
    private readonly report: ConfigurationReport,
    private readonly lines: LineCounter,
    /** In the order of the text, as the reader meets the values. */
    private readonly problems: readonly YamlProblem[],
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
    if (this.isMalformed(node)) return { kind: 'unreadable', origin };
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

  /** True where a problem lies in this value or, as a tag does, right before it. */
  private isMalformed(node: ParsedNode): boolean {
    const before = this.passed;
    const end = isScalar(node) ? node.range[1] : node.range[0];
    while (this.passed < this.problems.length && this.problems[this.passed]!.offset < end) this.passed++;
    return this.passed > before;
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
    let merged: MapEntry | undefined;
    for (const { key, value } of map.items) {
      const keyOrigin = key === null ? this.originOf(map) : this.originOf(key);
      const isMalformed = key !== null && this.isMalformed(key);
      const name = isMalformed ? undefined : this.nameOf(key, keyOrigin);
      // Read even where it has no name: an alias may ask for an anchor in it.
      const node = value === null ? { ...this.empty, origin: keyOrigin } : this.read(value);
      if (name === undefined) continue;
      const first = isMergeKey(key) ? merged : entries.get(name);
      if (first !== undefined) reportDuplicate(name, first.keyOrigin, keyOrigin, this.report);
      else if (isMergeKey(key)) merged = { keyOrigin, node };
      else entries.set(name, { keyOrigin, node });
    }
    if (merged !== undefined) this.merge(merged.node, entries);
    return entries;
  }

  /** Adds what `<<` names, one map or a list of them, where the map itself and those before do not say otherwise. */
  private merge(merged: ConfigurationNode, entries: Map<string, MapEntry>): void {
    for (const node of merged.kind === 'list' ? merged.items : [merged]) {
      if (node.kind === 'unreadable') continue;
      if (node.kind !== 'map') this.refuse('"<<" merges maps only; name one by its alias, as in "<<: *base"', node.origin);
      else for (const [name, entry] of node.entries) if (!entries.has(name)) entries.set(name, entry);
    }
  }

  private nameOf(key: ParsedNode | null, origin: Origin): string | undefined {
    if (isScalar(key) && key.anchor === undefined) return typeof key.value === 'string' ? key.value : (key.source ?? '');
    this.refuse('a key must be plain text, without anchor or alias', origin);
    return undefined;
  }

  private repeat(anchor: string, origin: Origin): ConfigurationNode {
    const anchored = this.anchors.get(anchor);
    if (anchored === undefined) return this.refuse('this alias names no anchor before it; quote a text that begins with "*"', origin);
    if (anchored.node === 'unfinished') return this.refuse(`the anchor &${anchor} contains itself; remove the alias`, origin);
    if (this.repeated > mostRepeatedValues) return anchored.node; // said once, that is enough
    this.size += anchored.size;
    this.repeated += anchored.size;
    if (this.repeated > mostRepeatedValues)
      return this.refuse(`the aliases repeat more than ${mostRepeatedValues} values; write fewer of them`, origin);
    return anchored.node;
  }

  private refuse(message: string, origin: Origin): ConfigurationNode {
    this.report.add(message, origin);
    return { kind: 'unreadable', origin };
  }

  private originOf(node: ParsedNode): Origin {
    const { line, col } = this.lines.linePos(node.range[0]);
    return { kind: 'file', line, column: col };
  }
}

function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.value === '<<' && key.type === 'PLAIN';
}

import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

import type { LoadedConfiguration } from './configuration-loader.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, ListNode, MapNode } from './configuration-tree.js';
import { effectiveTree } from './effective-tree.js';

/** What {@link configurationYaml} shows beside the configuration itself. */
export interface YamlOptions {
  /** Text that came from the environment or from a file is often a secret, and masked unless it is to be shown. Marked secrets always are. */
  readonly environment?: 'masked' | 'shown';
}

/** The effective configuration as YAML, defaults included, the origin of each value behind it, secrets masked. */
export function configurationYaml({ configuration, tree, path }: LoadedConfiguration<object>, options: YamlOptions = {}): string {
  const document = new Document(null);
  document.contents = new YamlWriter(path, options.environment ?? 'masked').map(effectiveTree(configuration, tree), 'shown');
  return document.toString({ lineWidth: 0 });
}

const mask = '********';

class YamlWriter {
  constructor(
    private readonly path: string,
    private readonly environment: 'masked' | 'shown',
  ) {}

  map({ entries }: MapNode, visibility: 'shown' | 'secret'): YAMLMap {
    const map = new YAMLMap();
    for (const [key, { node, secret }] of entries) {
      map.items.push(new Pair(new Scalar(key), this.value(node, secret === true ? 'secret' : visibility)));
    }
    return map;
  }

  private value(node: ConfigurationNode, visibility: 'shown' | 'secret'): YAMLMap | YAMLSeq | Scalar {
    if (node.kind === 'map' && node.entries.size > 0) return this.map(node, visibility);
    if (node.kind !== 'list' || node.items.length === 0) return this.withOrigin(this.leaf(node, visibility), node);
    const list = new YAMLSeq();
    if (isDefaultOfScalars(node)) {
      list.flow = true;
      list.items.push(...node.items.map((item) => this.leaf(item, visibility)));
      return this.withOrigin(list, node);
    }
    list.items.push(...node.items.map((item) => this.value(item, visibility)));
    return list;
  }

  private withOrigin<L extends YAMLMap | YAMLSeq | Scalar>(leaf: L, { origin }: ConfigurationNode): L {
    leaf.comment = ` ${describeOrigin(origin, this.path) ?? 'default'}`;
    return leaf;
  }

  private leaf(node: ConfigurationNode, visibility: 'shown' | 'secret'): YAMLMap | YAMLSeq | Scalar {
    if (node.kind === 'map') return Object.assign(new YAMLMap(), { flow: true });
    if (node.kind === 'list') return Object.assign(new YAMLSeq(), { flow: true });
    if (node.kind === 'unreadable' || node.value === null) return new Scalar(null);
    const hidden = visibility === 'secret' || (node.sensitive === true && this.environment === 'masked');
    if (hidden) return new Scalar(mask);
    if (typeof node.value !== 'string') return new Scalar(node.value);
    const scalar = new Scalar(withoutPassword(node.value));
    // Text over several lines would leave no place for the comment.
    if (/[\n\r]/.test(node.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    return scalar;
  }
}

/** One comment is enough for all elements of such a list. */
function isDefaultOfScalars({ items, origin }: ListNode): boolean {
  return origin.kind === 'default' && items.every((item) => item.kind === 'scalar' && item.origin.kind === 'default');
}

/** Masks the password in an address, "postgres://user:secret@host/", also one with characters that should have been escaped. */
function withoutPassword(text: string): string {
  return text.replaceAll(/(:\/\/[^/?#\s:@]*:)(?!\d+[/?#])\S+@/g, `$1${mask}@`);
}

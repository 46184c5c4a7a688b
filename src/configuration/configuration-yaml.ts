import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';

import type { LoadedConfiguration } from './configuration-loader.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapNode } from './configuration-tree.js';
import { effectiveTree } from './effective-tree.js';

const mask = '********';

/** The effective configuration as YAML, defaults included, the origin of each value behind it, secrets masked. */
export function configurationYaml({ configuration, tree, path }: LoadedConfiguration<object>): string {
  const document = new Document(null);
  document.contents = new YamlWriter(path).map(effectiveTree(configuration, tree), 'shown');
  return document.toString({ lineWidth: 0 });
}

class YamlWriter {
  constructor(private readonly path: string) {}

  map({ entries }: MapNode, visibility: 'shown' | 'secret'): YAMLMap {
    const map = new YAMLMap();
    for (const [key, { node, secret }] of entries) {
      map.items.push(new Pair(new Scalar(key), this.value(node, secret === true ? 'secret' : visibility)));
    }
    return map;
  }

  private value(node: ConfigurationNode, visibility: 'shown' | 'secret'): YAMLMap | YAMLSeq | Scalar {
    if (node.kind === 'map' && node.entries.size > 0) return this.map(node, visibility);
    if (node.kind === 'list' && node.items.length > 0) {
      const list = new YAMLSeq();
      list.items.push(...node.items.map((item) => this.value(item, visibility)));
      return list;
    }
    return this.withOrigin(leafOf(node, visibility), node);
  }

  private withOrigin<L extends YAMLMap | YAMLSeq | Scalar>(leaf: L, { origin }: ConfigurationNode): L {
    leaf.comment = ` ${describeOrigin(origin, this.path) ?? 'default'}`;
    return leaf;
  }
}

function leafOf(node: ConfigurationNode, visibility: 'shown' | 'secret'): YAMLMap | YAMLSeq | Scalar {
  if (node.kind === 'map') return Object.assign(new YAMLMap(), { flow: true });
  if (node.kind === 'list') return Object.assign(new YAMLSeq(), { flow: true });
  if (node.kind === 'unreadable' || node.value === null) return new Scalar(null);
  if (visibility === 'secret') return new Scalar(mask);
  // What stands over several lines would leave no place for the comment.
  const scalar = new Scalar(node.value);
  if (typeof node.value === 'string' && /[\n\r]/.test(node.value)) scalar.type = Scalar.QUOTE_DOUBLE;
  return scalar;
}

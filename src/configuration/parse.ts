import { ConfigurationParsingError } from './configuration-error.js';
import type { ConfigurationReport } from './configuration-report.js';
import { describeOrigin, isNull } from './configuration-tree.js';
import type { ConfigurationNode, MapNode } from './configuration-tree.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';

/**
 * Step 2: the text as a tree with positions. The ending of the file's name tells YAML (.yml, .yaml) from strict JSON (everything else).
 * Throws if there is no tree. Values that cannot be read are reported and marked, and parsing goes on.
 */
export function parse(text: string, report: ConfigurationReport): MapNode {
  const { path } = report;
  if (text.trim() === '') throw empty(path);
  const root = /\.ya?ml$/i.test(path) ? parseYaml(text, report) : parseJson(text, report);
  if (root.kind === 'map') return root;
  if (isNull(root)) throw empty(path);
  if (root.kind === 'unreadable') throw report.toError();
  throw new ConfigurationParsingError(path, [
    {
      message: `Failed to parse configuration; expected keys and their values, found ${kindNames[root.kind]}`,
      position: describeOrigin(root.origin, path),
    },
  ]);
}

const kindNames: Readonly<Record<Exclude<ConfigurationNode['kind'], 'map' | 'unreadable'>, string>> = {
  list: 'a list',
  scalar: 'a single value',
};

function empty(path: string): ConfigurationParsingError {
  return new ConfigurationParsingError(path, [{ message: `Configuration at ${path} must not be empty` }]);
}

import { ConfigurationParsingError } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { MapNode } from './configuration-tree.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';

/** Step 2: the text as a tree with positions. The name's ending tells YAML (.yml, .yaml) from strict JSON (everything else). */
export function parse(text: string, path: string): MapNode {
  if (text.trim() === '') throw empty(path);
  const root = /\.ya?ml$/i.test(path) ? parseYaml(text, path) : parseJson(text, path);
  if (root.kind === 'map') return root;
  if (root.kind === 'scalar' && root.value === null) throw empty(path);
  const found = root.kind === 'list' ? 'a list' : 'a single value';
  throw new ConfigurationParsingError(path, [
    {
      message: `Failed to parse configuration; expected keys and their values, found ${found}`,
      position: describeOrigin(root.origin, path),
    },
  ]);
}

function empty(path: string): ConfigurationParsingError {
  return new ConfigurationParsingError(path, [{ message: `Configuration at ${path} must not be empty` }]);
}

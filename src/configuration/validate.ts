import type { Class } from '../reflection/type-ref.js';
import { describeViolation } from '../validation/violation.js';
import type { PathNode, Violation } from '../validation/violation.js';
import { Optional } from '../values/optional.js';
import { settingsOf } from './configuration-class.js';
import { ConfigurationValidationError } from './configuration-error.js';
import type { Finding } from './configuration-error.js';
import { describeOrigin } from './configuration-tree.js';
import type { ConfigurationNode, MapNode } from './configuration-tree.js';

/** What checks the constraints of an object. */
export interface ConfigurationValidator {
  validate(object: object): readonly Violation[];
}

/** Step 6: refuses a configuration that violates the constraints of its class, naming all violations in alphabetical order. */
export function validate<C extends object>(configuration: C, tree: MapNode, { validator, path }: ValidateSettings): C {
  const findings = new Map<string, Finding>();
  for (const violation of validator.validate(configuration)) {
    const message = describeViolation(violation);
    // What is wrong with the configuration as a whole has no place of its own.
    const node = violation.nodes.length === 0 ? undefined : nodeAt(tree, configuration, violation.nodes);
    const position = node === undefined ? undefined : describeOrigin(node.origin, path);
    findings.set(`${message} ${position ?? ''}`, { message, position });
  }
  if (findings.size === 0) return configuration;
  throw new ConfigurationValidationError(
    path,
    [...findings].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, finding]) => finding),
  );
}

export interface ValidateSettings {
  readonly validator: ConfigurationValidator;
  /** The file as the operator named it. */
  readonly path: string;
}

/** The node that an invalid value was bound from: violations speak of fields, the tree of properties. */
function nodeAt(tree: MapNode, configuration: object, steps: readonly PathNode[]): ConfigurationNode | undefined {
  let node: ConfigurationNode | undefined = tree;
  let value: unknown = configuration;
  for (const step of steps) {
    if (value instanceof Optional) value = value.orElse(undefined);
    if (node === undefined) return undefined;
    if (step.kind === 'index') {
      node = node.kind === 'list' ? node.items[step.index] : undefined;
      value = [...(value as Iterable<unknown>)][step.index];
    } else if (step.kind === 'key') {
      node = node.kind === 'map' ? node.entries.get(step.key)?.node : undefined;
      value = value instanceof Map ? value.get(step.key) : (value as Record<string, unknown>)[step.key];
    } else {
      const owner = value as Record<string, unknown>;
      const property = settingsOf(owner.constructor as Class).find(({ field }) => field === step.name)?.property;
      node = node.kind === 'map' && property !== undefined ? node.entries.get(property)?.node : undefined;
      value = owner[step.name];
    }
  }
  return node;
}

import type { Subtypes } from '../json/subtypes.js';
import { bind } from './bind.js';
import { checkConfigurationClass, instanceOf } from './configuration-class.js';
import { ConfigurationReport } from './configuration-report.js';
import { readSubstitutedFile } from './configuration-source.js';
import type { ConfigurationSource } from './configuration-source.js';
import type { MapNode } from './configuration-tree.js';
import { effectiveTree } from './effective-tree.js';
import { applyOverrides } from './override.js';
import type { Override } from './override.js';
import { parse } from './parse.js';
import { substitute } from './substitute.js';
import type { Variables } from './substitute.js';
import { validate } from './validate.js';
import type { ConfigurationValidator } from './validate.js';

/** A class that configurations are read into: it can be made without arguments, and then holds the defaults. */
export type ConfigurationClass<C extends object> = new () => C;

/** What loading a configuration depends on beside the file and the class. */
export interface LoadSettings {
  readonly source: ConfigurationSource;
  /** The classes that a section's `type` can choose. */
  readonly subtypes: Subtypes;
  readonly validator: ConfigurationValidator;
  readonly overrides?: readonly Override[];
  /** For `${NAME}`; the process's own unless given. */
  readonly variables?: Variables;
}

/** A configuration, and the tree that holds the origin of each value. */
export interface LoadedConfiguration<C extends object> {
  readonly configuration: C;
  readonly tree: MapNode;
  /** The file as the operator named it, or "default configuration". */
  readonly path: string;
}

/**
 * Reads a configuration: source → parse → substitute → override → bind → validate. Without a path, the class's defaults stand for the file.
 * Each step reports what it finds wrong and goes on with the rest, so that one error names everything.
 */
export async function loadConfiguration<C extends object>(
  type: ConfigurationClass<C>,
  path: string | undefined,
  settings: LoadSettings,
): Promise<LoadedConfiguration<C>> {
  const { source, subtypes, validator, overrides = [], variables = process.env } = settings;
  checkConfigurationClass(type, subtypes);
  const report = new ConfigurationReport(
    path ?? 'default configuration',
    overrides.map((override) => override.path),
  );
  const written =
    path === undefined
      ? effectiveTree(instanceOf(type))
      : substitute(parse(await source.read(path), report), { variables, readFile: readSubstitutedFile }, report);
  const tree = applyOverrides(written, overrides, { type, subtypes }, report);
  const { configuration, places } = bind(tree, type, subtypes, report);
  validate(configuration, places, validator, report);
  if (!report.isEmpty) throw report.toError();
  return { configuration, tree, path: report.path };
}

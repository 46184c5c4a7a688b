import { overridePrefix as prefix } from '../configuration/configuration-tree.js';
import type { Override } from '../configuration/override.js';

export interface SeparatedArguments {
  readonly overrides: readonly Override[];
  /** What is left for the command, in the order given. */
  readonly others: readonly string[];
  /** Arguments that look like overrides but are not, as messages. */
  readonly problems: readonly string[];
}

/** Separates the overrides from the other arguments, anywhere before a `--`. */
export function separateOverrides(args: readonly string[]): SeparatedArguments {
  const overrides: Override[] = [];
  const others: string[] = [];
  const problems: string[] = [];
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  for (const arg of args.slice(0, end)) {
    if (!arg.startsWith('-D')) others.push(arg);
    else if (!arg.startsWith(prefix))
      problems.push(`'${nameOf(arg)}' is not an override: overrides begin with ${prefix}, as in ${prefix}logging.level=DEBUG`);
    else if (!arg.includes('=')) problems.push(`'${arg}' has no value: write ${arg}=value`);
    else overrides.push({ path: nameOf(arg).slice(prefix.length), value: arg.slice(arg.indexOf('=') + 1) });
  }
  return { overrides, others: [...others, ...args.slice(end)], problems };
}

// The value may be a secret, so it is never printed.
function nameOf(arg: string): string {
  const at = arg.indexOf('=');
  return at < 0 ? arg : arg.slice(0, at);
}

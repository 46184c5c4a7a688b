import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import { loadConfiguration } from '../configuration/configuration-loader.js';
import type { LoadedConfiguration } from '../configuration/configuration-loader.js';
import { loggerTree } from '../logging/get-logger.js';

/**
 * A command that needs the configuration: it takes the file as its first argument, and is run with logging configured, or not at all
 * where the configuration is not valid.
 */
export abstract class ConfiguredCommand<C extends Configuration = Configuration> extends Command<C> {
  override readonly needsConfiguration = true;

  override async run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const { configuration } = await loadFor(bootstrap, args);
    await loggerTree.configure(configuration.logging, bootstrap.application.name);
    try {
      await this.runConfigured(configuration, bootstrap, args);
    } finally {
      await loggerTree.close();
    }
  }

  /** Does the work, with the configuration read and valid. */
  protected abstract runConfigured(configuration: C, bootstrap: Bootstrap<C>, args: CommandArguments): void | Promise<void>;
}

/** The configuration that the command line names, its overrides applied. */
export function loadFor<C extends Configuration>(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<LoadedConfiguration<C>> {
  return loadConfiguration(bootstrap.application.configurationClass, args.text('file'), {
    source: bootstrap.configurationSource,
    subtypes: bootstrap.subtypes,
    validator: bootstrap.validator,
    overrides: bootstrap.overrides,
    variables: bootstrap.variables,
  });
}

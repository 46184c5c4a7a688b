import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments } from '../application/command-syntax.js';
import type { Configuration } from '../application/configuration.js';
import { loadConfiguration } from '../configuration/configuration-loader.js';
import type { LoadedConfiguration } from '../configuration/configuration-loader.js';

/** A command that needs the configuration: it takes the file as its first argument, reads it and refuses to run where it is not valid. */
export abstract class ConfiguredCommand<C extends Configuration = Configuration> extends Command<C> {
  override readonly needsConfiguration = true;

  override async run(bootstrap: Bootstrap<C>, args: CommandArguments): Promise<void> {
    const loaded = await loadFor(bootstrap, args);
    await this.runConfigured(loaded.configuration, bootstrap, args);
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

import { Application } from 'keelson';
import type { Bootstrap, Environment } from 'keelson';
import { AssetsBundle } from 'keelson/assets';

import { registerAdminParts } from './admin/admin-parts.js';
import { GreetCommand } from './commands/greet-command.js';
import { ShowCommand } from './commands/show-command.js';
import { ConformanceConfiguration } from './conformance-configuration.js';
import { allResources, components } from './resources/all-resources.js';

/** One endpoint for every rule of the specification. */
export class ConformanceApplication extends Application<ConformanceConfiguration> {
  constructor() {
    super(ConformanceConfiguration);
  }

  override initialize(bootstrap: Bootstrap<ConformanceConfiguration>): void {
    bootstrap.addBundle(new AssetsBundle('examples/conformance/assets'));
    bootstrap.addCommand(new ShowCommand());
    bootstrap.addCommand(new GreetCommand());
  }

  override run(_configuration: ConformanceConfiguration, environment: Environment): void {
    const { resources } = environment;
    for (const resource of allResources) resources.register(resource);
    for (const mapper of components.mappers) resources.addMapper(mapper);
    for (const reader of components.readers) resources.addReader(reader);
    for (const writer of components.writers) resources.addWriter(writer);
    registerAdminParts(environment);
  }
}

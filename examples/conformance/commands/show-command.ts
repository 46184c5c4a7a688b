import type { Bootstrap } from 'keelson';
import { ConfiguredCommand } from 'keelson/commands';

import type { ConformanceConfiguration } from '../conformance-configuration.js';

/** Prints the application's own configuration as one JSON document. */
export class ShowCommand extends ConfiguredCommand<ConformanceConfiguration> {
  constructor() {
    super('show', 'Prints the configuration of the application as JSON');
  }

  protected override runConfigured(configuration: ConformanceConfiguration, { mapper, output }: Bootstrap<ConformanceConfiguration>): void {
    const { template, baz, hosts, queue, properties, ratio = null, pause = null } = configuration;
    output.print(mapper.write({ template, baz, hosts, queue, properties, ratio, pause }));
  }
}

import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandSyntax } from '../application/command-syntax.js';
import { configurationSchema } from '../configuration/configuration-schema.js';

/** `schema`: prints the JSON Schema of the whole configuration, for editors. */
export class SchemaCommand extends Command {
  constructor() {
    super('schema', 'Prints the JSON Schema of the configuration, for editors');
  }

  override configure(syntax: CommandSyntax): void {
    syntax.help(
      'Keep the schema beside the configuration, and name it in the first line of the YAML file:\n' +
        '  # yaml-language-server: $schema=config.schema.json',
    );
  }

  override run({ application, subtypes, output }: Bootstrap): void {
    output.print(JSON.stringify(configurationSchema(application.configurationClass, subtypes), undefined, 2));
  }
}

import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import { publishedApi } from '../application/published-api.js';
import { sourceOf } from '../contract/source-place.js';
import type { PublishedApi } from '../openapi/openapi-document.js';
import { openApiText } from '../openapi/openapi-text.js';
import { describeApplication } from './described-application.js';
import { inColumns } from './text-columns.js';

/** `openapi`: prints the OpenAPI document of the application's resources. */
export class OpenApiCommand extends Command {
  override readonly needsConfiguration = true;

  constructor() {
    super('openapi', 'Prints the OpenAPI 3.1 document of the resources');
  }

  override configure(syntax: CommandSyntax): void {
    syntax
      .option('--format <format>', 'json, or yaml')
      .option('--strict', 'Fails if the document cannot say what an endpoint returns')
      .option('--unexpressed', 'Prints the rules that JSON Schema cannot express, in place of the document');
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    const format = args.text('format') ?? 'json';
    if (format !== 'json' && format !== 'yaml')
      throw new OpenApiCommandError(`--format is "${format}", but only json and yaml can be printed`);
    await describeApplication(bootstrap, args.text('file'), ({ environment, configuration }) => {
      const api = publishedApi(environment, configuration);
      if (args.flag('strict')) refuseUndescribed(api);
      if (args.flag('unexpressed')) bootstrap.output.print(unexpressedText(api));
      else bootstrap.output.print(openApiText(api.document, format).trimEnd());
    });
  }
}

/** The document cannot be printed as asked. */
export class OpenApiCommandError extends Error {
  override readonly name = 'OpenApiCommandError';
  readonly code = 'KEELSON_OPENAPI_COMMAND';
}

function refuseUndescribed({ undescribed }: PublishedApi): void {
  if (undescribed.length === 0) return;
  const lines = undescribed.map(({ endpoint, path }) => {
    const { file, line } = sourceOf(endpoint.declaration);
    return [`  ${file === null ? endpoint.name : `${file}:${line}`}`, `${endpoint.httpMethod} ${path}`, endpoint.name];
  });
  throw new OpenApiCommandError(
    `The document cannot say what these endpoints return; name the type with @Returns(…):\n${inColumns(lines)}`,
  );
}

function unexpressedText({ unexpressed }: PublishedApi): string {
  return unexpressed.length === 0 ? 'The document says every rule.' : inColumns(unexpressed.map(({ place, rule }) => [place, rule]));
}

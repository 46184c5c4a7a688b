import type { Bootstrap } from '../application/bootstrap.js';
import { Command } from '../application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../application/command-syntax.js';
import { HeaderMap } from '../http/header-map.js';
import { describeApplication } from './described-application.js';
import { Explainer } from './explainer.js';
import type { AskedRequest } from './explainer.js';
import { describeExplanation } from './explanation.js';

/** `explain`: says what the application would answer to a request, and why, without calling a resource method. */
export class ExplainCommand extends Command {
  constructor() {
    super('explain', 'Says what a request would be answered with, and why; calls no resource method');
  }

  override configure(syntax: CommandSyntax): void {
    syntax
      .argument('<request...>', '[file] METHOD URL: the configuration, which may be left out, then the request')
      .option('-H, --header <header>', 'A header, as in "Accept: text/csv"; may be repeated', { repeatable: true })
      .option('-d, --data <body>', 'The body; application/json unless a Content-Type header says otherwise')
      .help("For example: explain config.yml GET '/people?limit=0' -H 'Accept: text/csv'");
  }

  override async run(bootstrap: Bootstrap, args: CommandArguments): Promise<void> {
    const { file, ...target } = readTarget(args.texts('request'));
    const request: AskedRequest = { ...target, ...readContent(args) };
    await describeApplication(bootstrap, file, async (application) => {
      bootstrap.output.print(describeExplanation(await new Explainer(application).explain(request)));
    });
  }
}

/** What stands on the command line cannot be understood as a request. */
export class ExplainUsageError extends Error {
  override readonly name = 'ExplainUsageError';
  readonly code = 'KEELSON_EXPLAIN_USAGE';
}

function readTarget(words: readonly string[]): { readonly file: string | undefined; readonly method: string; readonly target: string } {
  const [method, url, ...excess] = words.length > 2 ? words.slice(1) : words;
  if (method === undefined || url === undefined || excess.length > 0)
    throw new ExplainUsageError(`explain takes a method and a URL, as in "explain GET /people", not "${words.join(' ')}"`);
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  if (!target.startsWith('/') && target !== '' && !target.startsWith('?'))
    throw new ExplainUsageError(`explain cannot ask for "${url}"; begin the path with "/", as in "explain GET /people"`);
  return {
    file: words.length > 2 ? words[0] : undefined,
    method: method.toUpperCase(),
    target: target.startsWith('/') ? target : `/${target}`,
  };
}

function readContent(args: CommandArguments): Pick<AskedRequest, 'headers' | 'body'> {
  const headers = new HeaderMap();
  for (const line of args.texts('header')) {
    const colon = line.indexOf(':');
    if (colon < 1) throw new ExplainUsageError(`The header "${line}" has no colon; write it as in -H 'Accept: text/csv'`);
    headers.append(line.slice(0, colon).trim(), line.slice(colon + 1).trim());
  }
  const body = args.text('data');
  if (body !== undefined && !headers.has('content-type')) headers.append('Content-Type', 'application/json');
  return { headers, body };
}

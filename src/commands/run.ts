import { basename, relative } from 'node:path';

import { applicationVersion } from '../application/application-version.js';
import type { Application } from '../application/application.js';
import { initializeNow } from '../application/blame.js';
import { Bootstrap } from '../application/bootstrap.js';
import type { Command } from '../application/bootstrap.js';
import type { Configuration } from '../application/configuration.js';
import { processOutput } from '../application/output.js';
import type { Output } from '../application/output.js';
import { ApiCommand } from './api-command.js';
import { AuthCommand } from './auth-command.js';
import { CheckCommand } from './check-command.js';
import { readCommandLine } from './command-line.js';
import { describeFailure } from './describe-failure.js';
import { ExplainCommand } from './explain-command.js';
import { LoggedFailure } from './logged-failure.js';
import { OpenApiCommand } from './openapi-command.js';
import { separateOverrides } from './override-arguments.js';
import { RoutesCommand } from './routes-command.js';
import { SchemaCommand } from './schema-command.js';
import { ServerCommand } from './server-command.js';
import { ShowConfigCommand } from './show-config-command.js';

/**
 * Runs the application with the arguments of the command line: all that a main module has to call.
 *
 * Without `args` it takes those of the process and ends it when the command is done: with exit code 1 if the command failed. With `args` it leaves
 * the process alone, and the promise resolves with the exit code. Either way the promise of `server` resolves once the service has started.
 *
 * @example await run(new HelloApplication());
 */
export async function run<C extends Configuration>(
  application: Application<C>,
  args?: readonly string[],
  { output = processOutput }: RunSettings = {},
): Promise<number> {
  const { exitCode, runsOn } = await outcomeOf(application, args ?? process.argv.slice(2), output);
  if (args === undefined && !runsOn) endProcess(exitCode);
  return exitCode;
}

/** What {@link run} can be given beside the application and the arguments. */
export interface RunSettings {
  /** Where commands print; the output of the process by default. */
  readonly output?: Output;
}

interface Outcome {
  readonly exitCode: number;
  /** Whether something was started that keeps the process busy from now on. */
  readonly runsOn: boolean;
}

const failed: Outcome = { exitCode: 1, runsOn: false };

async function outcomeOf<C extends Configuration>(application: Application<C>, args: readonly string[], output: Output): Promise<Outcome> {
  try {
    const { overrides, others, problems } = separateOverrides(args);
    if (problems.length > 0) {
      output.printError(problems.join('\n'));
      return failed;
    }
    const bootstrap = new Bootstrap(application);
    bootstrap.output = output;
    bootstrap.overrides = overrides;
    for (const command of builtInCommands()) bootstrap.addCommand(command);
    initializeNow({ owner: application, method: 'initialize' }, () => application.initialize(bootstrap));
    return await runCommand(bootstrap, others);
  } catch (error) {
    if (!(error instanceof LoggedFailure)) output.printError(describeFailure(error));
    return failed;
  }
}

function builtInCommands(): readonly Command[] {
  return [
    new ServerCommand(),
    new CheckCommand(),
    new SchemaCommand(),
    new ShowConfigCommand(),
    new RoutesCommand(),
    new ExplainCommand(),
    new OpenApiCommand(),
    new AuthCommand(),
    new ApiCommand(),
  ];
}

async function runCommand<C extends Configuration>(bootstrap: Bootstrap<C>, args: readonly string[]): Promise<Outcome> {
  const request = readCommandLine(args, {
    program: programName(process.argv[1]),
    description: bootstrap.application.name,
    version: applicationVersion,
    commands: bootstrap.commands,
    output: bootstrap.output,
  });
  if ('exitCode' in request) return { exitCode: request.exitCode, runsOn: false };
  await request.command.run(bootstrap, request.args);
  return { exitCode: 0, runsOn: request.command.keepsRunning };
}

/** How the program was called, for the help: "node dist/main.js", or the name of an installed command. */
function programName(mainModule = 'main.js'): string {
  if (!/\.[cm]?[jt]s$/.test(mainModule)) return basename(mainModule);
  const fromHere = relative(process.cwd(), mainModule);
  return `node ${fromHere.startsWith('..') ? mainModule : fromHere}`;
}

/** Ends the process even if sockets or timers were left open, once everything it printed has been read. */
function endProcess(exitCode: number): void {
  process.exitCode = exitCode;
  setTimeout(() => process.stdout.write('', () => process.exit(exitCode)), 500).unref();
}

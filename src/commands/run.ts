import { basename } from 'node:path';

import type { Application } from '../application/application.js';
import { Bootstrap } from '../application/bootstrap.js';
import type { Command } from '../application/bootstrap.js';
import type { Configuration } from '../application/configuration.js';
import { processOutput } from '../application/output.js';
import type { Output } from '../application/output.js';
import { applicationVersion } from './application-version.js';
import { CheckCommand } from './check-command.js';
import { readCommandLine } from './command-line.js';
import { describeFailure } from './describe-failure.js';
import { separateOverrides } from './override-arguments.js';
import { SchemaCommand } from './schema-command.js';
import { ServerCommand } from './server-command.js';
import { ShowConfigCommand } from './show-config-command.js';

/**
 * Runs the application with the arguments of the command line, and is all that a main module has to call.
 *
 * Without `args` it is the process's own: what fails ends the process with exit code 1. With `args` it touches nothing outside, and the
 * promise tells the exit code. Either way the promise of `server` is kept once the service has started.
 *
 * @example await run(new HelloApplication());
 */
export async function run<C extends Configuration>(
  application: Application<C>,
  args?: readonly string[],
  { output = processOutput }: RunSettings = {},
): Promise<number> {
  const exitCode = await exitCodeOf(application, args ?? process.argv.slice(2), output);
  if (args === undefined && exitCode !== 0) endProcess(exitCode);
  return exitCode;
}

/** What {@link run} can be given beside the application and the arguments. */
export interface RunSettings {
  /** Where commands print; the process's own output unless given. */
  readonly output?: Output;
}

async function exitCodeOf<C extends Configuration>(application: Application<C>, args: readonly string[], output: Output): Promise<number> {
  try {
    const { overrides, others, problems } = separateOverrides(args);
    if (problems.length > 0) {
      output.printError(problems.join('\n'));
      return 1;
    }
    const bootstrap = new Bootstrap(application);
    bootstrap.output = output;
    bootstrap.overrides = overrides;
    for (const command of builtInCommands()) bootstrap.addCommand(command);
    application.initialize(bootstrap);
    return await runCommand(bootstrap, others);
  } catch (error) {
    output.printError(describeFailure(error));
    return 1;
  }
}

function builtInCommands(): readonly Command[] {
  return [new ServerCommand(), new CheckCommand(), new SchemaCommand(), new ShowConfigCommand()];
}

async function runCommand<C extends Configuration>(bootstrap: Bootstrap<C>, args: readonly string[]): Promise<number> {
  const request = readCommandLine(args, {
    program: programName(process.argv[1]),
    description: bootstrap.application.name,
    version: applicationVersion,
    commands: bootstrap.commands,
    output: bootstrap.output,
  });
  if ('exitCode' in request) return request.exitCode;
  await request.command.run(bootstrap, request.args);
  return 0;
}

/** How the program was called, for the help: "node main.js", or the name of an installed command. */
function programName(mainModule: string | undefined): string {
  const name = basename(mainModule ?? 'main.js');
  return /\.[cm]?[jt]s$/.test(name) ? `node ${name}` : name;
}

/** What failed may have left sockets and timers behind that would keep the process alive; it gets a moment to write what it has to say. */
function endProcess(exitCode: number): void {
  process.exitCode = exitCode;
  setTimeout(() => process.exit(exitCode), 500).unref();
}

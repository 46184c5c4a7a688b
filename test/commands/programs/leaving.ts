// Started by command-process.test.ts: a command that leaves open what its first argument says.
import { createServer } from 'node:net';

import { Application } from '../../../src/application/application.js';
import { Command } from '../../../src/application/bootstrap.js';
import type { Bootstrap } from '../../../src/application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../../../src/application/command-syntax.js';
import type { Configuration } from '../../../src/application/configuration.js';
import type { Environment } from '../../../src/application/environment.js';
import { EnvironmentCommand } from '../../../src/commands/environment-command.js';
import { run } from '../../../src/commands/run.js';

class ForgetfulCommand extends Command {
  constructor() {
    super('forgetful', 'Leaves a timer behind');
  }

  override run({ output }: Bootstrap): void {
    setInterval(() => undefined, 1000);
    output.print('done');
  }
}

class ConnectedCommand extends EnvironmentCommand {
  constructor() {
    super('connected', 'Uses the connection of the application');
  }

  protected override runInEnvironment(): void {
    process.stdout.write('done\n');
  }
}

class WaitingCommand extends EnvironmentCommand {
  constructor() {
    super('waiting', 'Gets a signal, and fails when the connection is closed');
  }

  protected override async runInEnvironment({ lifecycle }: Environment): Promise<void> {
    const closed = new Promise<void>((resolve) => lifecycle.manage({ close: resolve }));
    const timer = setInterval(() => undefined, 1000);
    process.kill(process.pid, process.env['SIGNAL']);
    await closed;
    clearInterval(timer);
    throw new Error('the connection is closed');
  }
}

class PrintCommand extends Command {
  constructor() {
    super('print', 'Prints many lines');
  }

  override configure(syntax: CommandSyntax): void {
    syntax.argument('<lines>', 'how many');
  }

  override run({ output }: Bootstrap, args: CommandArguments): void {
    for (let line = 1; line <= Number(args.text('lines')); line++) output.print(`line ${line} ${'.'.repeat(100)}`);
  }
}

class LeavingApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new ForgetfulCommand());
    bootstrap.addCommand(new ConnectedCommand());
    bootstrap.addCommand(new WaitingCommand());
    bootstrap.addCommand(new PrintCommand());
  }

  override async run(_configuration: Configuration, { lifecycle }: Environment): Promise<void> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    lifecycle.manage({
      close: () => {
        process.stdout.write('closed\n');
        server.close();
      },
    });
  }
}

await run(new LeavingApplication());

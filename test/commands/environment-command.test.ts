import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import type { Bootstrap } from '../../src/application/bootstrap.js';
import type { CommandArguments } from '../../src/application/command-syntax.js';
import type { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { EnvironmentCommand } from '../../src/commands/environment-command.js';
import { run } from '../../src/commands/run.js';
import { loggerTree } from '../../src/logging/get-logger.js';
import { Level } from '../../src/logging/level.js';
import { RecordedOutput } from '../../src/testing/recorded-output.js';

class ListChecksCommand extends EnvironmentCommand {
  constructor(private readonly told: string[]) {
    super('list-checks', 'Lists the health checks');
  }

  protected override runInEnvironment({ healthChecks, name }: Environment, { logging }: Configuration, args: CommandArguments): void {
    this.told.push(
      `command ${name}: ${healthChecks.names.join(', ')}; ${String(logging.level)} ${String(loggerTree.levelOf('any'))} ${args.text('file')}`,
    );
  }
}

class CheckedApplication extends Application {
  readonly told: string[] = [];

  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new ListChecksCommand(this.told));
    bootstrap.addBundle({ run: (_configuration, { healthChecks }) => healthChecks.register('of the bundle', () => {}) });
  }

  override run(_configuration: Configuration, { healthChecks, lifecycle }: Environment): void {
    healthChecks.register('of the application', () => {});
    lifecycle.manage({ start: () => void this.told.push('started'), stop: () => void this.told.push('stopped') });
  }
}

test('an environment command runs with all set up and logging configured, and starts nothing', async () => {
  const application = new CheckedApplication();
  const output = new RecordedOutput();
  assert.equal(await run(application, ['list-checks', '-Dsvc.logging.level=ERROR'], { output }), 0);
  assert.deepEqual(application.told, ['command CheckedApplication: deadlocks, of the application, of the bundle; ERROR ERROR undefined']);
  assert.deepEqual([output.out, output.error], ['', '']);
  assert.equal(loggerTree.levelOf('any'), Level.WARN);
});

/** Does what the test wants where the application sets up and where the command runs, and keeps what happened in order. */
class ClosingApplication extends Application {
  readonly told: string[] = [];

  constructor(
    private readonly setUp: (environment: Environment, told: string[]) => void,
    private readonly command: (environment: Environment, told: string[]) => void | Promise<void> = () => {},
  ) {
    super();
  }

  override initialize(bootstrap: Bootstrap): void {
    const { command, told } = this;
    bootstrap.addCommand(
      new (class extends EnvironmentCommand {
        protected override runInEnvironment(environment: Environment): void | Promise<void> {
          told.push('command');
          return command(environment, told);
        }
      })('work', 'Works'),
    );
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.lifecycle.manage({ close: () => void this.told.push('file closed') });
    environment.lifecycle.manage({ [Symbol.asyncDispose]: async () => void this.told.push('pool closed') });
    this.setUp(environment, this.told);
  }
}

async function worked(application: ClosingApplication): Promise<{ exit: number; told: readonly string[]; error: string }> {
  const output = new RecordedOutput();
  const exit = await run(application, ['work'], { output });
  return { exit, told: application.told, error: output.error.split('\n', 1)[0]! };
}

test('what the application opened is closed when an environment command has ended', async () => {
  const application = new ClosingApplication(() => {});
  assert.deepEqual(await worked(application), { exit: 0, told: ['command', 'pool closed', 'file closed'], error: '' });
});

test('what the application opened is closed when an environment command fails', async () => {
  const application = new ClosingApplication(
    () => {},
    () => Promise.reject(new Error('no such user')),
  );
  assert.deepEqual(await worked(application), {
    exit: 1,
    told: ['command', 'pool closed', 'file closed'],
    error: 'Error: no such user',
  });
});

test('what the application opened is closed when its run() fails halfway', async () => {
  const application = new ClosingApplication(() => {
    throw new Error('no database');
  });
  assert.deepEqual(await worked(application), {
    exit: 1,
    told: ['pool closed', 'file closed'],
    error: 'Error: in ClosingApplication.run: no database',
  });
});

test('an environment command may start the managed objects itself; they are stopped after it', async () => {
  const application = new ClosingApplication(
    ({ lifecycle }, told) => {
      lifecycle.manage({ start: () => void told.push('started'), stop: () => void told.push('stopped') });
    },
    ({ lifecycle }) => lifecycle.start(),
  );
  assert.deepEqual((await worked(application)).told, ['command', 'started', 'stopped', 'pool closed', 'file closed']);
});

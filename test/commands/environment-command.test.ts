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

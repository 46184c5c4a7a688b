import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application, Configuration, ConfiguredCommand, getLogger } from 'keelson';
import type { Bootstrap } from 'keelson';
import { runCommand } from 'keelson/testing';

class CountCommand extends ConfiguredCommand {
  constructor() {
    super('count', 'Counts');
  }

  protected override runConfigured(configuration: Configuration, { output }: Bootstrap): void {
    getLogger('com.example.Count').info('counting at %s', configuration.logging.level);
    output.print('one\ntwo');
  }
}

class CountApplication extends Application {
  override initialize(bootstrap: Bootstrap): void {
    bootstrap.addCommand(new CountCommand());
  }

  override run(): void {}
}

test('a command runs as from the command line, with what it prints and logs', async () => {
  const { exitCode, out, error, logs } = await runCommand(new CountApplication(), 'count', '-Dsvc.logging.level=WARN');
  assert.deepEqual({ exitCode, out, error }, { exitCode: 0, out: 'one\ntwo\n', error: '' });
  assert.deepEqual(logs.messages, ['counting at WARN']);
});

test('a command that is refused ends with 1 and says why', async () => {
  const { exitCode, error } = await runCommand(new CountApplication(), 'recount');
  assert.equal(exitCode, 1);
  assert.match(error, /unknown command 'recount'/);
});

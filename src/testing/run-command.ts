import type { Application } from '../application/application.js';
import type { Configuration } from '../application/configuration.js';
import { run } from '../commands/run.js';
import { CapturedLogs } from './captured-logs.js';
import { RecordedOutput } from './recorded-output.js';

/** How a command ended, and what it printed and logged. */
export interface CommandOutcome {
  readonly exitCode: number;
  /** What went to standard output. */
  readonly out: string;
  /** What went to standard error. */
  readonly error: string;
  readonly logs: CapturedLogs;
}

/**
 * Runs a command as the command line would, in this process. Not for `server`, which does not end: that is what {@link ApplicationTest} is for.
 *
 * @example const { exitCode, out } = await runCommand(new PeopleApplication(), 'migrate', 'people.yml', '-Dsvc.database.directory=/tmp/people');
 */
export async function runCommand<C extends Configuration>(
  application: Application<C>,
  ...args: readonly string[]
): Promise<CommandOutcome> {
  const output = new RecordedOutput();
  let exitCode = 0;
  const logs = await CapturedLogs.during(async () => {
    exitCode = await run(application, args, { output });
  });
  return { exitCode, out: output.out, error: output.error, logs };
}

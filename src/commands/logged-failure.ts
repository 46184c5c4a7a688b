import { getLogger } from '../logging/get-logger.js';
import { Level } from '../logging/level.js';

/** A failure that the user has already read in the log on the console: it is not printed again. */
export class LoggedFailure extends Error {
  override readonly name = 'LoggedFailure';

  private constructor(cause: unknown) {
    super('The failure is in the log', { cause });
  }

  /** Wraps a failure that was logged as an ERROR if the log goes to the console; returns any other as it is. */
  static ifOnConsole(thrown: unknown): unknown {
    return logsToConsole() ? new LoggedFailure(thrown) : thrown;
  }
}

/** Whether an ERROR of the framework reaches standard output or standard error as the log is configured now. */
function logsToConsole(): boolean {
  const { routes, threshold } = getLogger('keelson.application.Service');
  if (threshold > Level.ERROR.rank) return false;
  return routes.some(({ threshold: lowest, appender: { direct } }) => {
    return lowest <= Level.ERROR.rank && direct !== undefined && 'descriptor' in direct.target;
  });
}

import type { Logger } from '../logging/logger.js';
import { Duration } from '../values/duration.js';
import { isKeelsonError } from '../values/keelson-error.js';
import type { Clock } from './clock.js';

const slowAfter = Duration.seconds(5);

/** Waits for a step of the start; after five seconds a log line names the step that the service is waiting for. */
export async function tellIfSlow<T>(
  step: Promise<T>,
  name: string,
  { log, clock }: { readonly log: Logger; readonly clock: Clock },
): Promise<T> {
  const notice = clock.after(slowAfter.toMilliseconds(), () => log.warn('%s has not finished starting after %s', name, slowAfter));
  try {
    return await step;
  } finally {
    notice.cancel();
  }
}

/** Logs why a step of the start failed. Keelson's own errors are complete sentences; any other is logged with its stack trace. */
export function logStartFailure(log: Logger, name: string, thrown: unknown): void {
  if (isKeelsonError(thrown)) log.error('Unable to start %s, shutting down: %s', name, thrown.message);
  else log.error('Unable to start %s, shutting down', name, thrown);
}

import { AsyncLocalStorage } from 'node:async_hooks';

import { getLogger, loggerTree } from '../logging/get-logger.js';

const log = getLogger('keelson.lifecycle.ShutdownSignals');

/** Stops the service in order; called once. */
export type OrderlyStop = () => Promise<void>;

/**
 * Turns whatever ends a process into one orderly stop: SIGTERM and SIGINT (exit code 0), an uncaught exception or an unhandled rejection (logged,
 * exit code 1). A second signal ends the process at once, unless it is the same one from another sender. Returns a function that removes the
 * listeners.
 *
 * `exitCodeOf` says with which code a process ends that got a signal: 0 unless given, since that is how services are told to end.
 */
export function stopOnSignals(stop: OrderlyStop, exitCodeOf: (signal: NodeJS.Signals) => number = () => 0): () => void {
  // Node calls the listeners in the context of the code that threw. The stop is not part of that request, and its lines must not carry its ID.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let stopping = false;
  let first: ReceivedSignal | undefined;
  const stopOnce = (exitCode: number) => {
    stopping = true;
    void stop()
      .catch((thrown: unknown) => {
        log.error('The stop failed', thrown);
        exitCode = 1;
      })
      .then(() => loggerTree.flush())
      .finally(() => process.exit(exitCode));
  };
  const onSignal = (signal: NodeJS.Signals) => {
    if (isEcho(signal, first)) return;
    if (stopping) {
      log.warn('Received %s again: stopping at once', signal);
      endAtOnce(1);
    } else {
      first = { signal, at: performance.now() };
      log.info('Received %s: stopping', signal);
      outsideRequests(stopOnce, exitCodeOf(signal));
    }
  };
  const onFailure = (what: string) => (thrown: unknown) => {
    log.error('%s: stopping', what, thrown);
    // A failure during the stop must neither keep the process from ending nor end it early.
    if (!stopping) outsideRequests(stopOnce, 1);
  };
  const onException = onFailure('Uncaught exception');
  const onRejection = onFailure('Unhandled rejection');
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('uncaughtException', onException).on('unhandledRejection', onRejection);
  return () => {
    process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('uncaughtException', onException).off('unhandledRejection', onRejection);
  };
}

interface ReceivedSignal {
  readonly signal: NodeJS.Signals;
  readonly at: number;
}

const echoMilliseconds = 1000;

/** One signal may arrive twice: from the process group, and from a parent that passes signals on, such as `timeout` or npm. */
function isEcho(signal: NodeJS.Signals, first: ReceivedSignal | undefined): boolean {
  return first?.signal === signal && performance.now() - first.at < echoMilliseconds;
}

function endAtOnce(exitCode: number): void {
  loggerTree.flushSync();
  process.exit(exitCode);
}

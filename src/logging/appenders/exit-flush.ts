import { reportTrouble } from '../trouble-report.js';

/** Something with a buffer that must be written before the process ends. */
export interface FlushedAtExit {
  /** Writes everything, and waits for a slow reader within bounds. */
  flushAtExit(): void;
  /** Writes what can be written at once. */
  flushWithoutWaiting(): void;
}

// Not SIGHUP: a process started by nohup ignores it, and would die of it once a listener was added and removed.
const signals: readonly NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];
const members = new Set<FlushedAtExit>();

/**
 * Flushes the member when the process ends in a way that it can notice: by itself, by `process.exit()`, by an uncaught exception (all three are "exit"
 * to Node), or by a signal, which without a listener would end the process on the spot.
 */
export function flushAtExit(member: FlushedAtExit): void {
  if (members.size === 0) listen();
  members.add(member);
}

/** Undoes {@link flushAtExit}; with the last member the listeners go too. */
export function forgetAtExit(member: FlushedAtExit): void {
  if (members.delete(member) && members.size === 0) unlisten();
}

function listen(): void {
  process.on('exit', flushAll);
  for (const signal of signals) process.on(signal, flushAndPassOn);
}

function unlisten(): void {
  process.off('exit', flushAll);
  for (const signal of signals) process.off(signal, flushAndPassOn);
}

function flushAll(): void {
  for (const member of members) {
    try {
      member.flushAtExit();
    } catch (thrown) {
      // The other members still have lines to write.
      reportTrouble('cannot flush at the end of the process', thrown);
    }
  }
}

function flushAndPassOn(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) {
    // Another listener decides what the signal means, most likely an orderly stop, which must not wait for a slow reader.
    for (const member of members) member.flushWithoutWaiting();
    return;
  }
  flushAll();
  process.off(signal, flushAndPassOn);
  process.kill(process.pid, signal);
}

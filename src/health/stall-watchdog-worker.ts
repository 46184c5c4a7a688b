import { workerData } from 'node:worker_threads';

import { originalPosition } from '../values/source-position.js';
import { writeDirectly } from './stall-log.js';
import { beatCell, debuggedCell, eventOf } from './stall-report.js';
import type { BlockedReport, StallReport, StallWatch } from './stall-report.js';
import { StuckStack } from './stuck-stack.js';
import type { StuckFrame } from './stuck-stack.js';

// The body of the watching thread; StallWatchdog starts it. It must do all by itself: while it has something to tell, the main thread
// neither takes messages nor writes for it.

/** How long native code is waited for before the stall is reported without a stack. */
const pauseLimitMilliseconds = 1000;
const mostFrames = 50;

const watch = workerData as StallWatch;
let lastBeat = -1;
/** Ticks and not time: a process that was stopped as a whole (SIGSTOP, a sleeping machine) was not stuck. */
let ticksWithoutBeat = 0;
let blockedSince: number | undefined;

setInterval(tick, watch.tickMilliseconds);

function tick(): void {
  const beat = Atomics.load(watch.cells, beatCell);
  if (beat !== lastBeat) {
    lastBeat = beat;
    ticksWithoutBeat = 0;
    if (blockedSince !== undefined) tell({ kind: 'free', blockedMilliseconds: performance.now() - blockedSince });
    blockedSince = undefined;
    return;
  }
  ticksWithoutBeat++;
  const silence = ticksWithoutBeat * watch.tickMilliseconds;
  if (blockedSince !== undefined || silence < watch.thresholdMilliseconds || Atomics.load(watch.cells, debuggedCell) === 1) return;
  blockedSince = performance.now() - silence;
  void reportStall(beat);
}

async function reportStall(beat: number): Promise<void> {
  const stack = new StuckStack();
  const frames = await Promise.race([stack.frames, passed(pauseLimitMilliseconds)]);
  if (frames !== undefined) return publish(beat, frames);
  publish(beat, []);
  publish(beat, await stack.frames);
}

/** Writes the report and sends it to the main thread, unless the loop is free again and the frames are those of other code. */
function publish(beat: number, stuck: readonly StuckFrame[]): void {
  if (Atomics.load(watch.cells, beatCell) !== beat || blockedSince === undefined) return;
  const seconds = ((performance.now() - blockedSince) / 1000).toFixed(1);
  const message = `The event loop has been blocked for ${seconds} s`;
  const frames = stuck.slice(0, mostFrames).map((frame) => describe(watch.sourceMaps ? { ...frame, ...originalPosition(frame) } : frame));
  const where = frames.length === 0 ? 'in native code, which shows no stack until it returns' : `in ${frames[0]!}`;
  const stack = [`EventLoopBlocked: ${where}`, ...frames.map((frame) => `    at ${frame}`)].join('\n');
  const report: BlockedReport = { kind: 'blocked', time: Date.now(), message, stack };
  writeDirectly(watch.places, eventOf(report));
  tell(report);
}

function describe({ functionName, url, line, column }: StuckFrame): string {
  const position = `${url}:${line}:${column}`;
  return functionName === '' ? position : `${functionName} (${position})`;
}

function tell(report: StallReport): void {
  watch.port.postMessage(report);
}

function passed(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds, undefined);
  });
}

import { closeSync, constants, openSync, writeSync } from 'node:fs';

import type { DirectPlace } from '../logging/appenders/appender.js';
import { layoutOf } from '../logging/layouts/layout-of-recipe.js';
import type { LogEvent } from '../logging/log-event.js';

const standardError = 2;

/** Writes an event to every place that needs no main thread for it; what cannot be written goes to standard error, with the reason. */
export function writeDirectly(places: readonly DirectPlace[], event: LogEvent): void {
  for (const { target, layout } of places) {
    const text = layoutOf(layout).format(event);
    try {
      writeTo(target, text);
    } catch (error) {
      writeAll(standardError, Buffer.from(`${JSON.stringify(target)} cannot be written to: ${String(error)}\n${text}`));
    }
  }
}

function writeTo(target: DirectPlace['target'], text: string): void {
  if ('descriptor' in target) return writeAll(target.descriptor, Buffer.from(text));
  // Without O_NONBLOCK a named pipe without a reader would block this thread for ever.
  const descriptor = openSync(target.path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK);
  try {
    writeAll(descriptor, Buffer.from(text));
  } finally {
    closeSync(descriptor);
  }
}

/** A full pipe refuses with EAGAIN; its reader is another process and will make room. */
function writeAll(descriptor: number, bytes: Uint8Array): void {
  let written = 0;
  for (let attempts = 0; written < bytes.length && attempts < 100; attempts++) {
    try {
      written += writeSync(descriptor, bytes, written);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(pause, 0, 0, 10);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));

import { closeSync, openSync, writeSync } from 'node:fs';

import type { StallDestination, StallWatch } from './stall-report.js';

/** Writes an ERROR to every destination that needs no main thread for it. */
export function writeStall(watch: StallWatch, message: string, stack: string): void {
  const timestamp = new Date().toISOString().replace('T', ' ').replace('.', ',').slice(0, -1);
  const lines = [...stack.split('\n').map((line) => `! ${line}`), '!'];
  const text = `ERROR [${timestamp}] ${watch.loggerName}: ${message}\n${lines.join('\n')}\n`;
  for (const destination of watch.destinations) writeTo(destination, Buffer.from(text));
}

function writeTo(destination: StallDestination, bytes: Uint8Array): void {
  if ('descriptor' in destination) return writeAll(destination.descriptor, bytes);
  const descriptor = openSync(destination.path, 'a');
  try {
    writeAll(descriptor, bytes);
  } finally {
    closeSync(descriptor);
  }
}

/** A full pipe that does not block refuses with EAGAIN; its reader is another process and will make room. */
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

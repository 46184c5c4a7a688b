const never = new Int32Array(new SharedArrayBuffer(4));

/** Stops this thread for some milliseconds; only for a process about to end, or a buffer that must not grow further. */
export function sleepSync(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** Stops this thread for some milliseconds; only for a process that is about to end. */
export function sleepSync(milliseconds: number): void {
  Atomics.wait(never, 0, 0, milliseconds);
}

/** Something that lives as long as the service: started before the ports open, stopped after the last request was answered. */
export interface Managed {
  /** The signal is aborted when the service is told to stop before it has finished starting. */
  start?(signal: AbortSignal): void | Promise<void>;
  stop?(): void | Promise<void>;
}

/** Anything with a way to end it: what `lifecycle.manage` takes beside {@link Managed}. */
export type Closeable = { close(): unknown } | { [Symbol.asyncDispose](): PromiseLike<void> } | { [Symbol.dispose](): void };

/** Adapts anything closeable: `Symbol.asyncDispose` first, then `Symbol.dispose`, then `close`. */
export function asManaged(thing: Managed | Closeable): Managed {
  if (isManaged(thing)) return thing;
  return { stop: () => end(thing) };
}

async function end(thing: Closeable): Promise<void> {
  if (Symbol.asyncDispose in thing) await thing[Symbol.asyncDispose]();
  else if (Symbol.dispose in thing) thing[Symbol.dispose]();
  else await thing.close();
}

function isManaged(thing: Managed | Closeable): thing is Managed {
  const candidate = thing as Managed;
  return typeof candidate.start === 'function' || typeof candidate.stop === 'function';
}

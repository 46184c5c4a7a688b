import { createHook, executionAsyncId } from 'node:async_hooks';
import type { AsyncHook } from 'node:async_hooks';

/**
 * Watches what a service opens that would keep the process alive: servers, sockets, timers, threads, child processes, watched files.
 */
export class OpenThings {
  private readonly things = new Map<number, Opened>();
  private readonly steps = new Map<number, Trace>();
  private readonly hook: AsyncHook;

  /** `isOurs` is called in the asynchronous context that opens something. */
  constructor(isOurs: () => boolean) {
    this.hook = createHook({
      init: (id, type, _trigger, resource) => {
        const kind = kinds.get(type);
        if ((kind === undefined && !stepTypes.has(type)) || !isOurs()) return;
        const trace = { here: traceHere(), before: this.steps.get(executionAsyncId()) };
        if (kind === undefined) this.steps.set(id, trace);
        else this.things.set(id, { kind, resource: new WeakRef(resource), trace });
      },
      destroy: (id) => {
        this.things.delete(id);
        this.steps.delete(id);
      },
    });
  }

  watch(): void {
    // Node opens these when any code first uses them, and they stay open. That is not a leak of the service.
    void process.stdout;
    void process.stderr;
    this.hook.enable();
  }

  forget(): void {
    this.hook.disable();
  }

  /** Waits a moment for what is about to close, then returns a line for each thing still open, with the place in the code that opened it. */
  async leftOpen(patience: number): Promise<readonly string[]> {
    const deadline = performance.now() + patience;
    while (this.stillOpen().length > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 10));
    this.forget();
    return this.stillOpen().map(({ kind, trace }) => `${kind} opened ${placeIn(trace)}`);
  }

  private stillOpen(): readonly Opened[] {
    return [...this.things.values()].filter(({ resource }) => keepsAlive(resource.deref()));
  }
}

interface Opened {
  readonly kind: string;
  readonly resource: WeakRef<object>;
  readonly trace: Trace;
}

interface Trace {
  /** An error, because its stack is formatted only when it is read. */
  readonly here: Error;
  /** The trace of the step before: node opens some things a step later than it was told to. */
  readonly before: Trace | undefined;
}

const kinds: ReadonlyMap<string, string> = new Map([
  ['TCPSERVERWRAP', 'a listening socket'],
  ['TCPWRAP', 'a socket'],
  ['PIPESERVERWRAP', 'a listening Unix socket'],
  ['PIPEWRAP', 'a pipe'],
  ['UDPWRAP', 'a datagram socket'],
  ['Timeout', 'a timer'],
  ['WORKER', 'a thread'],
  ['PROCESSWRAP', 'a child process'],
  ['FSEVENTWRAP', 'a watched file'],
  ['STATWATCHER', 'a watched file'],
]);

const stepTypes: ReadonlySet<string> = new Set(['GETADDRINFOREQWRAP', 'TickObject']);

// An unreferenced handle lets the process end; one that was collected is no longer open.
function keepsAlive(resource: object | undefined): boolean {
  if (resource === undefined) return false;
  const { hasRef } = resource as { readonly hasRef?: () => boolean };
  return typeof hasRef !== 'function' || hasRef.call(resource);
}

function traceHere(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 30;
  const trace = new Error('opened here');
  Error.stackTraceLimit = limit;
  return trace;
}

/** The first line of the trace that is neither node's nor this file's. */
function placeIn(trace: Trace): string {
  for (let step: Trace | undefined = trace; step !== undefined; step = step.before) {
    const lines = (step.here.stack ?? '').split('\n').slice(1);
    const place = lines.find((line) => !/node:|\(<anonymous>\)|\/testing\/open-things\./.test(line));
    if (place !== undefined) return place.trim();
  }
  return 'by node itself';
}

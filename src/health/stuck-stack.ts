import { Session } from 'node:inspector';
import type { Debugger, InspectorNotification } from 'node:inspector';

/** A place in the code that the main thread is busy with. */
export interface StuckFrame {
  readonly functionName: string;
  readonly url: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

/**
 * Reads the main thread's stack from a worker while the main thread is stuck.
 *
 *     worker                          main thread
 *     connect, enable, pause  ──────▶ for (;;) { … }      stops at the next statement; in native code only when that returns
 *     frames                  ◀────── paused
 *     resume, disconnect      ──────▶ goes on
 *
 * Attached only for this moment: an enabled debugger makes every `await` of the main thread many times slower.
 */
export class StuckStack {
  private readonly session = new Session();
  private readonly urls = new Map<string, string>();
  private readonly paused: Promise<readonly StuckFrame[]>;

  constructor() {
    this.session.connectToMainThread();
    // Frames name their script by number only; the names come when the debugger is enabled.
    this.session.on('Debugger.scriptParsed', ({ params }) => this.urls.set(params.scriptId, params.url));
    this.paused = new Promise((resolve) => {
      this.session.once('Debugger.paused', (event: InspectorNotification<Debugger.PausedEventDataType>) => {
        const frames = event.params.callFrames.map((frame) => this.frameOf(frame));
        this.release();
        resolve(frames);
      });
    });
    this.session.post('Debugger.enable');
    this.session.post('Debugger.pause');
  }

  /** The frames, innermost first; the main thread goes on as soon as they are read. */
  get frames(): Promise<readonly StuckFrame[]> {
    return this.paused;
  }

  private frameOf(frame: Debugger.CallFrame): StuckFrame {
    return {
      functionName: frame.functionName,
      url: this.urls.get(frame.location.scriptId) ?? frame.url,
      line: frame.location.lineNumber + 1,
      column: (frame.location.columnNumber ?? 0) + 1,
    };
  }

  private release(): void {
    this.session.post('Debugger.resume');
    this.session.post('Debugger.disable');
    this.session.disconnect();
  }
}

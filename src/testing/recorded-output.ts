import type { Output } from '../application/output.js';

/** Keeps what commands print, so that tests can compare it. */
export class RecordedOutput implements Output {
  /** What went to standard output. */
  out = '';
  /** What went to standard error. */
  error = '';

  print(text: string): void {
    this.out += text.endsWith('\n') ? text : `${text}\n`;
  }

  printError(text: string): void {
    this.error += text.endsWith('\n') ? text : `${text}\n`;
  }
}

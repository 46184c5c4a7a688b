import type { Output } from '../../src/application/output.js';

/** Keeps what commands print, to be compared as a whole. */
export class RecordedOutput implements Output {
  out = '';
  error = '';

  print(text: string): void {
    this.out += text.endsWith('\n') ? text : `${text}\n`;
  }

  printError(text: string): void {
    this.error += text.endsWith('\n') ? text : `${text}\n`;
  }
}

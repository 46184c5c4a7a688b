import type { Position } from './json-errors.js';

/** Turns positions in a text into lines and columns, both counted from 1. A line ends with LF, CR LF or CR. */
export class LineIndex {
  private readonly starts: Int32Array;

  constructor(text: string) {
    // Counted first: a text of nothing but line breaks must not make a list that grows with it.
    let lines = 1;
    for (let at = 0; at < text.length; at++) if (endsLine(text, at)) lines++;
    this.starts = new Int32Array(lines);
    for (let at = 0, line = 1; at < text.length; at++) if (endsLine(text, at)) this.starts[line++] = at + 1;
  }

  positionOf(at: number): Position {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (this.starts[middle]! <= at) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: at - this.starts[low]! + 1 };
  }
}

function endsLine(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a);
}

/**
 * Lines that wait to be written: text as it comes, made bytes of when it is their turn. What a flush waits for, and what a loss costs, is counted
 * here.
 */
export class HeldLines {
  private text = '';
  private bytes: Buffer | undefined;

  add(text: string): void {
    this.text += text;
  }

  /** Characters that have come since bytes were last made. */
  get textLength(): number {
    return this.text.length;
  }

  /** About how many bytes wait. */
  get length(): number {
    return this.text.length + (this.bytes?.length ?? 0);
  }

  /** The bytes whose turn it is; they stay until {@link advance} or {@link take}. */
  next(): Buffer | undefined {
    if (this.bytes === undefined && this.text !== '') {
      this.bytes = Buffer.from(this.text, 'utf8');
      this.text = '';
    }
    return this.bytes;
  }

  /** Says that so many of the next bytes are written. */
  advance(written: number): void {
    const bytes = this.bytes!;
    this.bytes = written === bytes.length ? undefined : bytes.subarray(written);
  }

  /** The next bytes, to be written by somebody else or given back. */
  take(): Buffer | undefined {
    const bytes = this.next();
    this.bytes = undefined;
    return bytes;
  }

  /** Puts bytes that were taken back in front. */
  giveBack(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.bytes = this.bytes === undefined ? bytes : Buffer.concat([bytes, this.bytes]);
  }

  /** Forgets everything and tells how many lines that were. */
  drop(): number {
    const lines = countNewlines(this.text) + (this.bytes === undefined ? 0 : countNewlines(this.bytes.toString('latin1')));
    this.text = '';
    this.bytes = undefined;
    return lines;
  }
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

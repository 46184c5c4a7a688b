/** Takes the text of whole lines and brings it out of the process, in order. */
export interface LineWriter {
  /** Takes text of one or more whole lines, and the time of what they describe. Never waits. */
  write(text: string, time: number): void;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
  readonly dropped: number;
}

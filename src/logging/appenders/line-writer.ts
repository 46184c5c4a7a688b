/** Takes the text of whole lines and brings it out of the process, in order. */
export interface LineWriter {
  /** Text of one or more whole lines, and the time of what they tell. */
  write(text: string, time: number): void;
  flush(): Promise<void>;
  flushSync(): void;
  close(): Promise<void>;
  readonly dropped: number;
}

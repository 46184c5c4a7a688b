/** A front-end that was led into our lines, and the way back. */
export interface Bridge {
  /** Puts everything back as it was. */
  remove(): void;
}

/** Another logging package whose lines Keelson writes, until the bridge is removed. */
export interface Bridge {
  /** Puts everything back as it was. */
  remove(): void;
}

/** One library in the race: what it makes of the inputs before the clock runs, and the step that is measured. Both tell how many faults they found. */
export interface Contestant {
  readonly name: string;
  /** Validation alone, of a value that is already of the library's own kind. */
  readonly validation?: {
    prepare(person: object): unknown;
    faults(value: unknown): number;
  };
  /** Text to a valid value of the library's own kind. */
  readonly reading?: {
    /** How many faults the text had. */
    faults(text: string): number;
  };
  /** Value to text. */
  readonly writing?: {
    prepare(person: object): unknown;
    text(value: unknown): string;
  };
}

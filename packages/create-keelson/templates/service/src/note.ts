import { JsonProperty, Length, NotEmpty } from 'keelson';

/** What clients send. */
export class NoteDraft {
  @JsonProperty @NotEmpty @Length({ max: 80 }) title!: string;
  @JsonProperty @Length({ max: 10_000 }) text?: string;
}

/** What is kept. */
export interface Note {
  readonly id: number;
  readonly title: string;
  readonly text: string;
}

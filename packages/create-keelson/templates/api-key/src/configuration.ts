import { Configuration, Int, JsonProperty, Min, Valid, listOf } from 'keelson';

import { Caller } from './caller.js';

/** The keys of config.yml, beside those that every service has. */
export class __Name__Configuration extends Configuration {
  /** How many notes are kept. */
  @JsonProperty(Int) @Min(1) maxNotes: number = 1000;
  /** Who may call. */
  @JsonProperty(listOf(Caller)) @Valid callers: Caller[] = [];
}

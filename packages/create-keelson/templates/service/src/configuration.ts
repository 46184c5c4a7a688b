import { Configuration, Int, JsonProperty, Min } from 'keelson';

/** The keys of config.yml, beside those that every service has. */
export class __Name__Configuration extends Configuration {
  /** How many notes are kept. */
  @JsonProperty(Int) @Min(1) maxNotes: number = 1000;
}

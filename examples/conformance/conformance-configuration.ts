import { Configuration, Duration, Int, JsonProperty, Max, Min, NotEmpty, NotNull, Valid, listOf, recordOf } from 'keelson';

export class QueueFactory {
  @JsonProperty
  @NotEmpty
  host!: string;

  @JsonProperty(Int)
  @Min(1)
  @Max(65535)
  port: number = 5672;
}

export class ConformanceConfiguration extends Configuration {
  @JsonProperty
  @NotEmpty
  template!: string;

  /** Bound to a property of another name: messages about it use the field's. */
  @JsonProperty('foo')
  @JsonProperty
  @NotNull
  baz!: string;

  @JsonProperty(listOf(String))
  hosts: string[] = [];

  @JsonProperty
  @Valid
  @NotNull
  queue!: QueueFactory;

  @JsonProperty(recordOf(String))
  properties: Record<string, string> = {};

  @JsonProperty
  ratio?: number;

  @JsonProperty
  pause?: Duration;
}

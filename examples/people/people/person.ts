import { Default, Email, JsonProperty, Length, Long, NotBlank, NotEmpty, NotNull, ValidationMethod, group } from 'keelson';

/** What the first version of the API demands of a person. */
export const Version1 = group('Version1');

/** What the second version demands beside it. */
export const Version2 = group('Version2', Default);

/** A person as clients send one. Constraints belong to the version of the API that introduced them. */
export class PersonDraft {
  @JsonProperty
  @NotBlank({ groups: Version1 })
  @Length({ max: 50, groups: Version2 })
  name!: string;

  @JsonProperty
  @NotEmpty({ groups: Version1 })
  @Email({ groups: Version1 })
  email!: string;

  /** A day, as in 1815-12-10. */
  @JsonProperty
  @NotNull({ groups: Version2 })
  born?: string;

  @JsonProperty
  @Length({ min: 2, max: 20, groups: Version2 })
  nick?: string;

  @ValidationMethod({ message: 'born must be a day that has been, as in 1815-12-10', groups: Version1 })
  isBornInThePast(): boolean {
    return this.born === undefined || (isDay(this.born) && Date.parse(this.born) <= Date.now());
  }
}

/** A person as the database has one. */
export class Person {
  @JsonProperty(Long)
  readonly id!: number;

  @JsonProperty
  readonly name!: string;

  @JsonProperty
  readonly email!: string;

  @JsonProperty(String)
  readonly born!: string | null;

  @JsonProperty(String)
  readonly nick!: string | null;

  @JsonProperty
  readonly createdAt!: string;
}

// 2026-02-30 can be parsed, but comes out as another day.
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
}

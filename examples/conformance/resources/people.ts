import { JsonProperty, Max, Min, NotEmpty, OneOf, Optional, Valid, ValidationMethod, Int, optional } from 'keelson';

export class Address {
  @NotEmpty
  street!: string;

  @NotEmpty
  city!: string;
}

export class Person {
  @NotEmpty
  name!: string;

  @OneOf(['m', 'f'], { ignoreCase: true, ignoreWhitespace: true })
  gender?: string;

  @JsonProperty(optional(Int))
  @Min(0)
  @Max(10)
  animals: Optional<number> = Optional.absent();

  @Valid
  address?: Address;

  @ValidationMethod({ message: 'name may not be Coda' })
  isNotCoda(): boolean {
    return this.name !== 'Coda';
  }
}

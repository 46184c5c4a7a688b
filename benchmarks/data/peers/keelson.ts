import { Each, Email, JsonMapper, JsonProperty, Length, Max, Min, NotEmpty, NotNull, Size, Valid, listOf } from 'keelson';
import { Validator } from 'keelson/validation';

import type { Contestant } from './contestant.js';

class Address {
  @NotEmpty @Length({ max: 100 }) street!: string;
  @NotEmpty @Length({ max: 50 }) city!: string;
  @NotNull @Length({ min: 3, max: 10 }) zip!: string;
}

class Person {
  @NotEmpty @Length({ max: 50 }) name!: string;
  @NotEmpty @Email email!: string;
  @NotNull @Min(0) @Max(150) age!: number;
  @JsonProperty(listOf(String)) @NotNull @Size({ min: 1, max: 10 }) @Each(NotEmpty, Length({ max: 20 })) tags!: string[];
  @NotNull @Valid address!: Address;
}

const validator = new Validator();
const mapper = new JsonMapper();
const read = mapper.readerFor(Person);

const instanceOf = (person: object): Person => {
  const instance = Object.assign(new Person(), person);
  instance.address = Object.assign(new Address(), instance.address);
  return instance;
};

export const keelson: Contestant = {
  name: 'Keelson',
  validation: {
    prepare: instanceOf,
    faults: (value) => validator.validate(value as Person).length,
  },
  reading: { faults: (text) => validator.validate(read(text)!).length },
  writing: { prepare: instanceOf, text: (value) => mapper.write(value) },
};

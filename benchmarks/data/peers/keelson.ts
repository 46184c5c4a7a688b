import { Each, Email, Length, Max, Min, NotEmpty, NotNull, Size, Valid, listOf } from 'keelson';
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
  @NotNull @Size({ min: 1, max: 10 }) @Each(NotEmpty, Length({ max: 20 })) tags!: string[];
  @NotNull @Valid address!: Address;
}

const validator = new Validator();

export const keelson: Contestant = {
  name: 'Keelson',
  validation: {
    prepare(person) {
      const instance = Object.assign(new Person(), person);
      instance.address = Object.assign(new Address(), instance.address);
      return instance;
    },
    faults: (value) => validator.validate(value as Person).length,
  },
};

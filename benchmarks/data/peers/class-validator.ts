import 'reflect-metadata';
import { Type, instanceToPlain, plainToInstance } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDefined,
  IsEmail,
  IsNotEmpty,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateNested,
  validateSync,
} from 'class-validator';
import type { ValidationError } from 'class-validator';

import type { Contestant } from './contestant.js';

class Address {
  @IsString() @IsNotEmpty() @MaxLength(100) street!: string;
  @IsString() @IsNotEmpty() @MaxLength(50) city!: string;
  @IsString() @MinLength(3) @MaxLength(10) zip!: string;
}

class Person {
  @IsString() @IsNotEmpty() @MaxLength(50) name!: string;
  @IsString() @IsNotEmpty() @IsEmail() email!: string;
  @IsNumber() @Min(0) @Max(150) age!: number;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(10)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(20, { each: true })
  tags!: string[];
  @IsDefined()
  @ValidateNested()
  @Type(() => Address)
  address!: Address;
}

const count = (errors: readonly ValidationError[]): number =>
  errors.reduce((sum, error) => sum + Object.keys(error.constraints ?? {}).length + count(error.children ?? []), 0);

export const classValidator: Contestant = {
  name: 'class-validator',
  validation: {
    prepare: (person) => plainToInstance(Person, person),
    faults: (value) => count(validateSync(value as Person)),
  },
  reading: { faults: (text) => count(validateSync(plainToInstance(Person, JSON.parse(text) as object))) },
  writing: { prepare: (person) => plainToInstance(Person, person), text: (value) => JSON.stringify(instanceToPlain(value)) },
};

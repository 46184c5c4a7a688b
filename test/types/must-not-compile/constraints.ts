// Constraints on declarations that they cannot hold for.
import { DataSize, Duration, JsonProperty, Optional, enumOf, listOf } from 'keelson';
import {
  AssertTrue,
  Digits,
  Each,
  Email,
  Future,
  Length,
  Max,
  MaxDataSize,
  Min,
  MinDuration,
  NotEmpty,
  NotNull,
  OneOf,
  Past,
  Pattern,
  Positive,
  Range,
  Size,
  URL,
  UUID,
  UnwrapValidatedValue,
  Valid,
  Validated,
  ValidationMethod,
  constraint,
  group,
} from 'keelson/validation';
import { Wrapper } from 'keelson/values';

export class Address {
  @NotEmpty street!: string;
}

export class Numbers {
  // error TS1240: "@Min stands on numbers, not on": string
  @Min(3) text!: string;
  // error TS1240: "@Max stands on numbers, not on": boolean
  @Max(3) flag!: boolean;
  // error TS1240: "@Range stands on numbers, not on": number[]
  @Range({ min: 1, max: 2 }) list!: number[];
  // error TS1240: "@Positive stands on numbers, not on": Date
  @Positive moment!: Date;
  // error TS1240: "@Digits stands on numbers, not on": Optional<string>
  @Digits({ integer: 2, fraction: 2 }) optionalText: Optional<string> = Optional.absent();
  // error TS1240: "@Min stands on numbers, not on": string | number
  @Min(3) mixed!: number | string;
  // error TS2345: Argument of type 'string' is not assignable to parameter of type 'number | bigint'.
  @Min('3') bound!: number;
}

export class Texts {
  // error TS1240: "@NotEmpty stands on text and collections, not on": number
  @NotEmpty age!: number;
  // error TS1240: "@NotEmpty stands on text and collections, not on": Date
  @NotEmpty born!: Date;
  // error TS1240: "@Length stands on text, not on": string[]
  @Length({ max: 3 }) tags!: string[];
  // error TS1240: "@OneOf stands on text, not on": number
  @OneOf(['a', 'b']) count!: number;
  // error TS1240: "@Pattern stands on text, not on": readonly string[]
  @Pattern(/x/) parts!: readonly string[];
  // error TS1240: "@Email stands on text, not on": boolean
  @Email(undefined) sent!: boolean;
  // error TS1240: "@URL stands on text, not on": number
  @URL port!: number;
  // error TS1240: "@UUID stands on text, not on": number
  @UUID id!: number;
  // error TS1240: "@Size stands on text and collections, not on": number
  @Size({ max: 3 }) weight!: number;
  // error TS2353: 'maximum' does not exist in type
  @Length({ maximum: 3 }) misspelt!: string;
  // error TS2345: Argument of type 'string' is not assignable to parameter of type 'readonly string[]'.
  @OneOf('a') single!: string;
}

export class Others {
  // error TS1240: "@Past stands on dates, not on": string
  @Past since!: string;
  // error TS1240: "@Future stands on dates, not on": number
  @Future until!: number;
  // error TS1240: "@AssertTrue stands on booleans, not on": string
  @AssertTrue agreed!: string;
  // error TS1240: "@MinDuration stands on durations, not on": number
  @MinDuration('1 second') pause!: number;
  // error TS1240: "@MaxDataSize stands on data sizes, not on": Duration
  @MaxDataSize('1 MiB') limit!: Duration;
  @MaxDataSize('1 MiB') @NotNull fine!: DataSize;
}

export abstract class Counted extends Wrapper<number> {}

export class Holders {
  @Max(3) @UnwrapValidatedValue counted!: Counted;
  // error TS1240: "@Length stands on text, not on": Counted
  @Length({ max: 3 }) wrongInside!: Counted;
  // error TS1240: "no constraint can stand on an Optional of a wrapper; take the wrapper alone, not": Optional<Counted>
  @Max(3) nested: Optional<Counted> = Optional.absent();
  // error TS1240: "no constraint can stand on an Optional of a wrapper; take the wrapper alone, not": Optional<Counted>
  @NotNull present: Optional<Counted> = Optional.absent();
  // error TS1239: "no constraint can stand on an Optional of a wrapper; take the wrapper alone, not": Optional<Counted>
  endpoint(@NotNull nested: Optional<Counted>): void {}
  // error TS2345: Argument of type '"yes"' is not assignable to parameter of type 'boolean | undefined'.
  @UnwrapValidatedValue('yes') unwrapped!: Counted;
  // error TS2345: Argument of type 'string' is not assignable to parameter of type 'Group'.
  chosen(@Validated('Version1') text: string): void {}
}

export class Elements {
  // error TS1240: "the constraints of @Each cannot stand on elements of type": string
  @Each(Min(3)) names!: string[];
  // error TS1240: "the constraints of @Each cannot stand on elements of type": number
  @Each(NotEmpty) counts!: Set<number>;
  // error TS1240: "@Each stands on collections, not on": number
  @Each(NotEmpty) scalar!: number;
  // error TS1240: "this member cannot hold": Address[]
  @Valid(listOf(Address)) address!: Address;
  // error TS1240: "this member cannot hold": Address
  @Valid(Address) addresses!: Address[];
}

export class Rules {
  // error TS1241: "@ValidationMethod stands on methods that return boolean, not": string
  @ValidationMethod({ message: 'x' }) isOdd(): string {
    return 'no';
  }

  // error TS1241: "@ValidationMethod stands on methods whose name begins with \"is\", not on": "odd"
  @ValidationMethod({ message: 'x' }) odd(): boolean {
    return true;
  }

  // error TS2345: Property 'message' is missing in type '{}'
  @ValidationMethod({}) isEven(): boolean {
    return true;
  }

  // error TS1240: The runtime will invoke the decorator with 2 arguments, but the decorator expects 3.
  @ValidationMethod({ message: 'x' }) isField!: boolean;
}

export class Methods {
  // error TS1239: "@Min stands on numbers, not on": string
  bounds(@Min(1) text: string): void {}
  // error TS1239: "@NotEmpty stands on text and collections, not on": number
  body(@NotEmpty count: number): void {}
  // error TS1239: "@Length stands on text, not on": number
  second(name: string, @Length({ max: 3 }) age: number): void {}
  // error TS1239: "this parameter cannot hold": Address[]
  many(@Valid(listOf(Address)) address: Address): void {}

  // error TS1241: "@Min stands on numbers, not on": string
  @Min(3) bound(): string {
    return '';
  }

  // error TS1241: "@Length stands on text, not on": number
  @Length({ max: 3 }) later(): Promise<number> {
    return Promise.resolve(3);
  }
}

// error TS1238: Value of type 'typeof OnAClass' has no properties in common with type 'ConstraintOptions'. Did you mean to call it?
@NotEmpty
export class OnAClass {}

export const Even = constraint<number>({ name: 'Even', message: 'must be even', test: (value) => value % 2 === 0 });

export class OwnAndOptions {
  // error TS1240: "this constraint cannot stand on": string
  @Even name!: string;
  // error TS2322: Type 'string' is not assignable to type 'Group | readonly Group[] | undefined'.
  @NotEmpty({ groups: 'Default' }) group!: string;
  // error TS2561: 'messages' does not exist in type 'ConstraintOptions'. Did you mean to write 'message'?
  @NotEmpty({ groups: group('Own'), messages: 'x' }) option!: string;
}

enum Currency {
  Euro = 'EUR',
}
enum Weight {
  Light = 1,
}
declare const branded: unique symbol;

export class Enums {
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': Currency
  @NotEmpty currency!: Currency;
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': Weight
  @Min(1) weight!: Weight;
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': "a" | "b"
  @Length({ max: 1 }) letter!: 'a' | 'b';
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': "a" | null | undefined
  @Size({ max: 1 }) maybe?: 'a' | null;
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': Optional<Currency>
  @NotEmpty optional!: Optional<Currency>;
  // error TS1240: 'name the values by @JsonProperty(enumOf(Choice)), which leaves nothing to constrain in': 1 | 2
  @Even even!: 1 | 2;
  @OneOf(['a', 'b']) named!: 'a' | 'b';
  @JsonProperty(enumOf(Currency)) @NotNull choice!: Currency;
  @Pattern(/id-.*/) template!: `id-${string}`;
  @Email email!: string & { readonly [branded]: true };
}

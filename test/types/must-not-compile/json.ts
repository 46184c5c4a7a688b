// Properties whose type would be lost, and tokens that say something else than the declaration.
import {
  Int,
  JsonIgnore,
  JsonPolymorphic,
  JsonProperty,
  JsonSnakeCase,
  JsonTypeName,
  Optional,
  Secret,
  enumOf,
  lazy,
  listOf,
  recordOf,
  optional,
  setOf,
} from 'keelson';
import { z } from 'zod';

enum Choice {
  OptionA = 'OptionA',
  OptionB = 'OptionB',
}

export class Lost {
  // error TS1240: "name the type, as in @JsonProperty(enumOf(Choice)): at run time nothing is left of": Choice
  @JsonProperty choice!: Choice;
  // error TS1240: "name the type, as in @JsonProperty(enumOf(Choice)): at run time nothing is left of": "a" | "b"
  @JsonProperty literal!: 'a' | 'b';
  // error TS1240: "name the type, as in @JsonProperty(listOf(String)): at run time nothing is left of": string[]
  @JsonProperty list!: string[];
  // error TS1240: "name the type, as in @JsonProperty(setOf(String)): at run time nothing is left of": Set<string>
  @JsonProperty set!: Set<string>;
  // error TS1240: "name the type, as in @JsonProperty(recordOf(String)): at run time nothing is left of": Record<string, number>
  @JsonProperty record!: Record<string, number>;
  // error TS1240: "name the type, as in @JsonProperty(optional(Int)): at run time nothing is left of": Optional<number>
  @JsonProperty maybe: Optional<number> = Optional.absent();
  // error TS1240: "name the type, as in @JsonProperty(String): at run time nothing is left of": string | null
  @JsonProperty nullable!: string | null;
  // error TS1240: "name the type, as in @JsonProperty(Json): at run time nothing is left of": unknown
  @JsonProperty('any_thing') anything!: unknown;
}

export class Mismatched {
  // error TS1240: "this member cannot hold": number
  @JsonProperty(Int) text!: string;
  // error TS1240: "this member cannot hold": number
  @JsonProperty('n', Int) named!: string;
  // error TS1240: "this member cannot hold": string
  @JsonProperty(String) count!: number;
  // error TS1240: "this member cannot hold": string
  @JsonProperty(enumOf({ X: 'x' })) choice!: Choice;
  // error TS1240: "this member cannot hold": number[]
  @JsonProperty(listOf(Int)) list!: string[];
  // error TS1240: "this member cannot hold": string[]
  @JsonProperty(listOf(String)) set!: Set<string>;
  // error TS1240: "this member cannot hold": Set<string>
  @JsonProperty(setOf(String)) array!: string[];
  // error TS1240: "this member cannot hold": Record<string, number>
  @JsonProperty(recordOf(Int)) map!: Map<string, number>;
  // error TS1240: "this member cannot hold": Optional<number>
  @JsonProperty(optional(Int)) plain!: number;
  // error TS1240: "this member cannot hold": number
  @JsonProperty(Int) wrapped!: Optional<number>;
  // error TS1240: "this member cannot hold": Lost
  @JsonProperty(lazy(() => Lost)) other!: Mismatched;
  // error TS1240: "name the type, as in @JsonProperty(enumOf(Choice)): at run time nothing is left of": Choice
  // error TS2769: Argument of type 'typeof Choice' is not assignable to parameter of type 'Token'.
  @JsonProperty(Choice) notAToken!: Choice;
}

export class Misplaced {
  // error TS1240: The runtime will invoke the decorator with 2 arguments, but the decorator expects 0-1.
  @JsonSnakeCase name!: string;
  // error TS1240: The runtime will invoke the decorator with 2 arguments, but the decorator expects 1.
  @JsonTypeName('x') type!: string;
  // error TS1239: '@JsonProperty stands on fields and accessors, not on methods': (body: string) => void
  parameter(@JsonProperty body: string): void {}
  // error TS1239: Type '0' has no properties in common with type 'PropertyDescriptor'.
  secret(@Secret word: string): void {}
  // error TS1239: Type '0' has no properties in common with type 'PropertyDescriptor'.
  ignored(@JsonIgnore word: string): void {}
}

// error TS2561: 'properties' does not exist in type 'PolymorphicOptions'. Did you mean to write 'property'?
@JsonPolymorphic({ properties: 'kind' })
export class Base {}

// error TS1238: Argument of type 'typeof Unnamed' is not assignable to parameter of type 'string'.
@JsonTypeName
export class Unnamed {}

export class SchemaOfAnotherType {
  // error TS1240: "this member cannot hold": string
  @JsonProperty(z.string()) count!: number;
}

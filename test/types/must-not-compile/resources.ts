// Annotations of resources on declarations whose type would be lost, or that they cannot stand on.
import {
  Consumes,
  CookieParam,
  DefaultValue,
  FormParam,
  GET,
  HeaderParam,
  Int,
  IntParam,
  Length,
  LongParam,
  Max,
  Min,
  NonEmptyStringParam,
  NotEmpty,
  Optional,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Timed,
  Valid,
  enumOf,
  listOf,
  optional,
  setOf,
} from 'keelson';

enum Choice {
  OptionA = 'OptionA',
  OptionB = 'OptionB',
}

export class Person {
  @NotEmpty name!: string;
}

export class LostTypes {
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Choice
  choice(@QueryParam('c') c: Choice): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': "a" | "b"
  literal(@QueryParam('c') c: 'a' | 'b'): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': string[]
  list(@QueryParam('c') c: string[]): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Set<string>
  set(@FormParam('c') c: Set<string>): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Optional<string>
  maybe(@HeaderParam('c') c: Optional<string>): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Date
  moment(@CookieParam('c') c: Date): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Person
  person(@PathParam('c') c: Person): void {}
  // error TS1239: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Choice
  second(@QueryParam('a') a: string, @QueryParam('b') b: Choice): void {}
}

export class OtherTypes {
  // error TS1239: "this parameter cannot hold": number
  mismatch(@QueryParam('n', Int) n: string): void {}
  // error TS1239: "this parameter cannot hold": string
  wrongEnum(@QueryParam('c', enumOf({ X: 'x' })) c: Choice): void {}
  // error TS1239: "this parameter cannot hold": Set<number>
  element(@FormParam('c', setOf(Int)) c: Set<string>): void {}
  // error TS1239: "this parameter cannot hold": Optional<number>
  plain(@QueryParam('n', optional(Int)) n: number): void {}
  // error TS1239: "this parameter cannot hold": IntParam
  wrapper(@QueryParam('n', IntParam) n: NonEmptyStringParam): void {}
  // error TS1239: "this parameter cannot hold": Person[]
  @POST many(@Valid(listOf(Person)) person: Person): void {}
}

export class Bean {
  // error TS1240: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Choice
  @QueryParam('choice') choice!: Choice;
  // error TS1240: "this member cannot hold": number
  @QueryParam('n', Int) text!: string;
}

export class Bounds {
  // error TS1239: "@Min stands on numbers, not on": string
  text(@QueryParam('n') @Min(1) n: string): void {}
  // error TS1239: "@Length stands on text, not on": LongParam
  wrapped(@QueryParam('n') @Length({ max: 3 }) n: LongParam): void {}
  // error TS1239: "no constraint can stand on an Optional of a wrapper; take the wrapper alone, not": Optional<IntParam>
  nested(@QueryParam('n', optional(IntParam)) @Max(3) n: Optional<IntParam>): void {}
  // error TS1239: "@NotEmpty stands on text and collections, not on": IntParam
  empty(@QueryParam('n') @NotEmpty n: IntParam): void {}

  // error TS1241: "@Min stands on numbers, not on": string
  @GET @Min(3) bound(): string {
    return '';
  }

  // error TS1241: "@Length stands on text, not on": number
  @GET @Length({ max: 3 }) later(): Promise<number> {
    return Promise.resolve(3);
  }

  // error TS1241: "@NotEmpty stands on text and collections, not on": Optional<number>
  @GET @NotEmpty maybe(): Optional<number> {
    return Optional.absent();
  }
}

export class Misplaced {
  // error TS1240: No overload expects 2 arguments, but overloads do exist that expect either 0 or 3 arguments.
  @GET field!: string;
  // error TS1240: No overload expects 2 arguments, but overloads do exist that expect either 1 or 3 arguments.
  @Path('/x') place!: string;
  // error TS1239: Type '0' has no properties in common with type 'PropertyDescriptor'.
  method(@GET x: string): string {
    return x;
  }
  // error TS1239: Type '0' has no properties in common with type 'PropertyDescriptor'.
  timed(@Timed x: string): void {}
  // error TS1239: Type '0' has no properties in common with type 'PropertyDescriptor'.
  path(@Path('/x') x: string): void {}

  // error TS1241: name the type, as in @QueryParam("x", enumOf(Choice)): at run time nothing is left of': Date
  @QueryParam('x') notAParameter(): Date {
    return new Date();
  }
}

// error TS1238: No overload expects 1 arguments, but overloads do exist that expect either 0 or 3 arguments.
@GET
export class Answers {}

export class Arguments {
  // error TS2555: Expected at least 1 arguments, but got 0.
  @POST @Produces() nothing(): void {}
  // error TS2345: Argument of type 'string[]' is not assignable to parameter of type 'string'.
  @POST @Consumes(['text/plain']) list(): void {}
  // error TS2554: Expected 1 arguments, but got 0.
  @Path() noTemplate(): void {}
  // error TS2554: Expected 1-2 arguments, but got 0.
  unnamed(@QueryParam() x: string): void {}
  // error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'.
  aDefault(@QueryParam('x') @DefaultValue(3) x: number): void {}
}

import { Application } from '../../src/application/application.js';
import { Configuration } from '../../src/application/configuration.js';
import type { Environment } from '../../src/application/environment.js';
import { BeanParam, DefaultValue, HeaderParam, PathParam, QueryParam } from '../../src/contract/annotations/parameter-annotations.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { GET, POST, Path } from '../../src/contract/annotations/routing-annotations.js';
import { JsonIgnore, JsonPolymorphic, JsonProperty, JsonSnakeCase, JsonTypeName } from '../../src/json/json-annotations.js';
import { Int, Json, Long, enumOf, lazy, listOf, mapOf, optional, recordOf, setOf } from '../../src/reflection/type-token.js';
import {
  DateTimeParam,
  EpochMillisecondsParam,
  InstantParam,
  LocalDateParam,
  LocalTimeParam,
  YearMonthParam,
  YearParam,
} from '../../src/resources/parameters/time-params.js';
import { BooleanParam, DurationParam, IntParam, LongParam, UUIDParam } from '../../src/resources/parameters/wrapper-params.js';
import { AssertTrue } from '../../src/validation/boolean-constraints.js';
import { Each, Valid, Validated } from '../../src/validation/constraint-annotations.js';
import { group } from '../../src/validation/groups.js';
import { DecimalMax, Digits, Max, Min, Negative, Positive, Range } from '../../src/validation/number-constraints.js';
import { NotBlank, NotEmpty, NotNull, Null } from '../../src/validation/presence-constraints.js';
import { Email, Length, OneOf, Pattern, Size, URL as WebAddress, UUID } from '../../src/validation/text-constraints.js';
import { Duration } from '../../src/values/duration.js';
import { Optional } from '../../src/values/optional.js';

// Every constraint and every type, so that a proof of this application is one of the document's writer.

enum Colour {
  RED = 'red',
  DARK_GREEN = 'dark-green',
}

enum Grade {
  GOOD,
  BAD,
}

export class Texts {
  @NotBlank blank!: string;
  @Length({ min: 2, max: 4 }) length?: string;
  @Pattern(/[a-z]+-\d/) pattern?: string;
  @OneOf(['s', 'm']) oneOf?: string;
  @OneOf(['s', 'm.x'], { ignoreCase: true, ignoreWhitespace: true }) forgiven?: string;
  @UUID uuid?: string;
  @JsonProperty @Null nothing?: string;
}

/** Rules that JSON Schema can say only in part. */
export class Vague {
  @Pattern(/[a-z]+/i) anyCase?: string;
  @Email email?: string;
  @WebAddress address?: string;
  @JsonProperty day?: Date;
  @JsonProperty(BigInt) big?: bigint;
  @Digits({ integer: 2, fraction: 2 }) digits?: number;
  @JsonProperty(setOf(Int)) @Size({ max: 2 }) few?: Set<number>;
}

export class Numbers {
  @JsonProperty(Int) @Min(3) least!: number;
  @JsonProperty(Long) @Max(10) most?: number;
  @Range({ min: 2, max: 5 }) range?: number;
  @DecimalMax('1.5', { inclusive: false }) below?: number;
  @Digits({ integer: 2, fraction: 0 }) digits?: number;
  @Positive positive: number = 1;
  @Negative negative?: number;
  @AssertTrue agreed!: boolean;
}

class Element {
  @NotEmpty name!: string;
}

export class Containers {
  @NotEmpty @Valid(listOf(Element)) elements!: Element[];
  @JsonProperty(listOf(String)) @Size({ max: 2 }) @Each(NotEmpty, Length({ max: 3 })) words?: string[];
  @JsonProperty(setOf(Int)) @NotEmpty numbers: Set<number> = new Set([1]);
  @JsonProperty(mapOf(Int)) @Each(NotNull) counts?: Map<string, number>;
  @Valid(recordOf(Element)) byKey?: Record<string, Element>;
  @JsonProperty(optional(Int)) @Min(1) maybe: Optional<number> = Optional.absent();
  @Valid(optional(Element)) maybeElement: Optional<Element> = Optional.absent();
  @JsonProperty(enumOf(Colour)) @NotNull colour!: Colour;
  @JsonProperty(enumOf(Grade)) grade?: Grade;
  @JsonProperty pause?: Duration;
  @JsonProperty(Json) anything?: unknown;
  @JsonIgnore hidden?: string;
  @JsonProperty get total(): number {
    return this.elements.length;
  }
}

export class Tree {
  @NotEmpty name!: string;
  @Valid(listOf(lazy(() => Tree))) children?: Tree[];
}

@JsonPolymorphic({ property: 'kind' })
export abstract class Shape {}

@JsonTypeName('circle')
export class Circle extends Shape {
  @Positive radius!: number;
}

@JsonTypeName('square')
@JsonSnakeCase
export class Square extends Shape {
  @JsonProperty @NotNull sideLength!: number;
}

class Drawing {
  @Valid @NotNull shape!: Shape;
}

export const First = group('First');

export class Grouped {
  @NotEmpty({ groups: First }) first?: string;
  @Length({ max: 2 }) always?: string;
}

class Filter {
  @QueryParam('page', Int) @Min(1) page: number = 1;
  @QueryParam('word') @NotEmpty word!: string;
}

@Path('/rules')
export class RulesResource {
  @POST @Path('/texts') @Returns(204) texts(@NotNull @Valid _texts: Texts): void {}
  @POST @Path('/vague') @Returns(204) vague(@NotNull @Valid _vague: Vague): void {}
  @POST @Path('/numbers') @Returns(204) numbers(@NotNull @Valid _numbers: Numbers): void {}
  @POST @Path('/containers') containers(@NotNull @Valid containers: Containers): Containers {
    return containers;
  }
  @POST @Path('/tree') tree(@NotNull @Valid tree: Tree): Tree {
    return tree;
  }
  @POST @Path('/drawing') drawing(@NotNull @Valid drawing: Drawing): Drawing {
    return drawing;
  }
  @POST @Path('/unchecked') @Returns(204) unchecked(_numbers: Numbers): void {}
  @POST @Path('/first') @Returns(204) first(@NotNull({ groups: First }) @Valid @Validated(First) _grouped: Grouped): void {}
  @POST @Path('/always') @Returns(204) always(@NotNull @Valid _grouped: Grouped): void {}
  @POST @Path('/lists') @Returns(204) lists(@Valid(listOf(Grouped)) @Size({ min: 1, max: 2 }) _grouped: Grouped[]): void {}

  @GET @Path('/params/{id}') @Returns(204) params(
    @PathParam('id') @Min(1) _id: IntParam,
    @BeanParam @Valid _filter: Filter,
    @QueryParam('b') _b?: BooleanParam,
    @QueryParam('u') _u?: UUIDParam,
    @QueryParam('d') _d?: DurationParam,
    @QueryParam('l') @DefaultValue('7') _l?: LongParam,
    @QueryParam('colour', enumOf(Colour)) _colour?: Colour,
    @QueryParam('words', listOf(String)) @Size({ max: 2 }) @Each(Length({ max: 3 })) _words?: string[],
    @HeaderParam('x-count', Int) @Max(3) _count?: number,
  ): void {}

  @GET @Path('/times') @Returns(204) times(
    @QueryParam('instant') _instant?: InstantParam,
    @QueryParam('dateTime') _dateTime?: DateTimeParam,
    @QueryParam('epoch') _epoch?: EpochMillisecondsParam,
    @QueryParam('day') _day?: LocalDateParam,
    @QueryParam('time') _time?: LocalTimeParam,
    @QueryParam('year') _year?: YearParam,
    @QueryParam('month') _month?: YearMonthParam,
    @QueryParam('date', Date) _date?: Date,
  ): void {}

  @GET @Path('/files/{name: [a-z]+}') @Returns(204) file(@PathParam('name') _name: string): void {}
}

/** Takes values of every type, under every constraint. */
export class EveryRuleApplication extends Application {
  constructor() {
    super(Configuration);
  }

  override get name(): string {
    return 'rules';
  }

  override run(_configuration: Configuration, environment: Environment): void {
    environment.mapper.subtypes.register(Circle, Square);
    environment.resources.register(RulesResource);
  }
}

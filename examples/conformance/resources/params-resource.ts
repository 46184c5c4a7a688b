import {
  BeanParam,
  BooleanParam,
  Consumes,
  CookieParam,
  DefaultValue,
  FormParam,
  GET,
  HeaderParam,
  IntParam,
  Length,
  Long,
  LongParam,
  Max,
  Min,
  NonEmptyStringParam,
  NotEmpty,
  NotNull,
  OneOf,
  Optional,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Returns,
  UUIDParam,
  Int,
  Valid,
  ValidationMethod,
  enumOf,
  listOf,
  optional,
  setOf,
} from 'keelson';

import { Choice, Reason } from './choice.js';

class NameBean {
  @QueryParam('name')
  @NotEmpty
  name!: string;

  @ValidationMethod({ message: 'name must be Coda' })
  isNameCoda(): boolean {
    return this.name === 'Coda';
  }
}

class SetterBean {
  @NotEmpty
  field!: string;

  @QueryParam('foo')
  set foo(text: string) {
    this.field = text.trim();
  }
}

/** Every kind of parameter, one endpoint each. */
@Path('/params')
@Produces('text/plain')
export class ParamsResource {
  @GET
  @Path('/query')
  query(@QueryParam('name') @NotEmpty name: string): string {
    return `hello ${name}`;
  }

  @GET
  @Path('/length')
  @Length({ max: 3 })
  @Returns(String)
  @Returns(204)
  length(@QueryParam('name') @Length({ min: 3 }) name: string): string {
    return name;
  }

  @GET
  @Path('/min')
  min(@QueryParam('num', Long) @NotNull @Min(3) num: number): number {
    return num;
  }

  @GET
  @Path('/int')
  int(@QueryParam('num') num?: IntParam): string {
    return orAbsent(num);
  }

  @GET
  @Path('/int-max')
  intMax(@QueryParam('num') @Max(3) num?: IntParam): string {
    return orAbsent(num);
  }

  @GET
  @Path('/default')
  withDefault(@QueryParam('count') @DefaultValue('20') count: IntParam): number {
    return count.get();
  }

  @GET
  @Path('/long/{id}')
  long(@PathParam('id') id: LongParam): number {
    return id.get();
  }

  @GET
  @Path('/non-empty')
  nonEmpty(@QueryParam('m') m: NonEmptyStringParam): string {
    return presentOrAbsent(m.get());
  }

  @GET
  @Path('/optional')
  optional(@QueryParam('q', optional(String)) q: Optional<string>): string {
    return presentOrAbsent(q);
  }

  @GET
  @Path('/optional-int')
  optionalInt(@QueryParam('num', optional(Int)) @Min(3) @Max(10) num: Optional<number>): string {
    return String(num.orElse('absent'));
  }

  @GET
  @Path('/header')
  header(@HeaderParam('cheese') @NotEmpty cheese: string): string {
    return cheese;
  }

  @GET
  @Path('/cookie')
  cookie(@CookieParam('user_id') @NotEmpty userId: string): string {
    return userId;
  }

  @POST
  @Path('/form')
  @Consumes('application/x-www-form-urlencoded')
  form(@FormParam('username') @NotEmpty username: string): string {
    return username;
  }

  @POST
  @Path('/form-set')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('application/json')
  @Returns(listOf(String))
  formSet(@FormParam('names', setOf(String)) @NotEmpty names: Set<string>): string[] {
    return [...names].sort();
  }

  @GET
  @Path('/path/{id}')
  path(@PathParam('id') @Length({ min: 3 }) id: string): string {
    return id;
  }

  @GET
  @Path('/enum')
  enumerated(@QueryParam('choice', enumOf(Choice)) @NotNull choice: Choice): string {
    return choice;
  }

  @GET
  @Path('/fuzzy-enum')
  fuzzyEnum(@QueryParam('reason', enumOf(Reason)) reason?: Reason): string {
    return reason === undefined ? 'absent' : reason === Reason.NOT_FOUND ? 'NOT_FOUND' : 'REASON_UNKNOWN';
  }

  @GET
  @Path('/one-of')
  @Returns(String)
  @Returns(204)
  oneOf(@QueryParam('size') @OneOf(['s', 'm', 'l'], { ignoreCase: true, ignoreWhitespace: true }) size: string): string {
    return size;
  }

  @GET
  @Path('/first')
  @Returns(String)
  @Returns(204)
  first(@QueryParam('x') x: string): string {
    return x;
  }

  @GET
  @Path('/boolean')
  boolean(@QueryParam('b') b?: BooleanParam): string {
    return orAbsent(b);
  }

  @GET
  @Path('/uuid')
  uuid(@QueryParam('u') u?: UUIDParam): string {
    return orAbsent(u);
  }

  @GET
  @Path('/several')
  several(@QueryParam('a') @NotEmpty _a: string, @QueryParam('n') _n: IntParam, @HeaderParam('h') @NotEmpty _h: string): string {
    return 'ok';
  }

  @GET
  @Path('/bean')
  bean(@BeanParam @Valid bean: NameBean): string {
    return bean.name;
  }

  @GET
  @Path('/bean-setter')
  getBean(@BeanParam @Valid bean: SetterBean): string {
    return bean.field;
  }
}

function orAbsent(parameter: { get(): unknown } | undefined): string {
  return parameter === undefined ? 'absent' : String(parameter.get());
}

function presentOrAbsent(text: Optional<string>): string {
  return text.isPresent() ? `present ${text.get()}` : 'absent';
}

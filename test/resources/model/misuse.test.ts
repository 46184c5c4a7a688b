import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  BeanParam,
  Consumes,
  Context,
  DefaultValue,
  FormParam,
  GET,
  HttpMethod,
  Int,
  IntParam,
  Max,
  NotNull,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Valid,
  Validated,
  group,
  listOf,
} from 'keelson';

import { ResourceModelError } from '../../../src/resources/index.js';
import type { RequestContext } from '../../../src/resources/index.js';
import { registryOf } from '../serving.js';

const V1 = group('V1');
const V2 = group('V2');

function problemsOf(...components: readonly object[]): readonly string[] {
  try {
    registryOf(...components).compile({});
  } catch (error) {
    if (error instanceof ResourceModelError) return error.problems;
    throw error;
  }
  return [];
}

/** Bypasses the compiler's own refusal, as a user of JavaScript or of another compiler would. */
const unchecked = (annotation: unknown): ((target: object, member: PropertyKey, where: number) => void) => annotation as never;

class Bean {
  @QueryParam('x') x?: string;
}
class NoBean {
  x?: string;
}
class NeedsArguments {
  @QueryParam('x') x?: string;
  constructor(readonly y: string) {}
}

test('everything that is wrong is told in one report, with the place and the way out', () => {
  @Path('/a')
  class Wrong {
    @GET @Path('/{id}') unusedVariable(): string {
      return '';
    }
    @GET @Path('/b') unknownVariable(@PathParam('id') _id: string): string {
      return '';
    }
    @POST @Path('/c') twoBodies(_one: Bean, _two: Bean): void {}
    @GET @Path('/d') bodyOnGet(_body: Bean): string {
      return '';
    }
    @POST @Path('/e') bodyAndForm(_body: Bean, @FormParam('x') _x: string): void {}
    @POST @Path('/f') @Consumes('application/json') formAsJson(@FormParam('x') _x: string): void {}
    @GET @Path('/g') unknownType(@unchecked(QueryParam('x')) _x: string | number): string {
      return '';
    }
    @GET @Path('/h') groups(@Validated(V1) @QueryParam('a') _a: string, @Validated(V2) @QueryParam('b') _b: string): string {
      return '';
    }
    @GET @Path('/i') badDefault(@QueryParam('n') @DefaultValue('x') _n: IntParam): string {
      return '';
    }
    @GET @Path('/j') wrapperBound(@QueryParam('n') @NotNull @Max(3) _n: IntParam): string {
      return '';
    }
    @HttpMethod('purge it') @Path('/k') badVerb(): void {}
    @GET @Path('/l') @Produces('json') badType(): string {
      return '';
    }
    @GET @Path('/m/{') badTemplate(): string {
      return '';
    }
    @GET @Path('/n') notABean(@BeanParam _bean: NoBean): string {
      return '';
    }
    @GET @Path('/o') beanWithArguments(@BeanParam _bean: NeedsArguments): string {
      return '';
    }
    @GET @Path('/p') oddContext(@Context _what: string): string {
      return '';
    }
    @GET @Path('/q') noConversion(@QueryParam('x', NoBean) _x: NoBean): string {
      return '';
    }
    @GET @Path('/r') twoSources(@QueryParam('x') @PathParam('x') _x: string): string {
      return '';
    }
    @POST @Path('/s') @Consumes('text/csv') unreadable(@Valid(listOf(Bean)) _body: Bean[]): void {}
    @GET @Path('/t') defaultOfNothing(@Context @DefaultValue('x') _signal: AbortSignal): string {
      return '';
    }
    forgotten(@QueryParam('x') _x: string): void {}
    @QueryParam('x') field!: string;
  }
  assert.deepEqual(problemsOf(Wrong), [
    'Wrong.field: a resource serves many requests at a time, so a parameter cannot be its field; make it a parameter of the method',
    "Wrong.unusedVariable: nothing takes the variable {id} of its path /a/{id}; add a parameter with @PathParam('id')",
    "Wrong.unknownVariable: @PathParam('id') has no variable {id} in its path /a/b",
    "Wrong.twoBodies: parameters 1 and 2 have no annotation, but a request has only one body; say where the others come from, as in @QueryParam('x')",
    "Wrong.bodyOnGet: has parameter 1 without an annotation, which would be the body, but the body of a GET request means nothing (RFC 9110 §9.3); say where it comes from, as in @QueryParam('x'), or use @POST",
    'Wrong.bodyAndForm: reads the body as a form and as a whole; take either the @FormParam parameters or the one without an annotation',
    "Wrong.formAsJson: has a @FormParam but does not consume forms; add @Consumes('application/x-www-form-urlencoded') or leave @Consumes out",
    `Wrong.unknownType, parameter 1: at run time only "Object" is left of its type, as of unions ("string | undefined"), interfaces and fields without a declared type ("port = 80"); write "name?: string" or "port: number = 80", or name the type, as in @QueryParam('x', String) or @QueryParam('x', enumOf(Choice))`,
    'Wrong.groups: its parameters choose different groups (V1; V2); one list of groups counts for all parameters of an endpoint, so write the same @Validated on each of them, or only one',
    'Wrong.badVerb: "purge it" cannot be an HTTP method; write it in capital letters, as in @HttpMethod(\'PURGE\')',
    'Wrong.badType: @Produces: "json" is not a media type; write it as in "application/json"',
    'Wrong.badTemplate: the path "/m/{" has a "{" without its "}"',
    "Wrong.notABean, parameter 1: no field of NoBean has a parameter annotation, as in @QueryParam('x')",
    'Wrong.beanWithArguments, parameter 1: the constructor of NeedsArguments takes arguments, but bean parameters are made without any',
    'Wrong.oddContext, parameter 1: @Context knows RequestContext, SecurityContext and AbortSignal by their class; for anything else name its key, as in @Context(CurrentUser)',
    'Wrong.twoSources, parameter 1: has 2 annotations that say where it comes from; keep one of them',
    "Wrong.defaultOfNothing, parameter 1: has a @DefaultValue but no source that could leave it out, as @QueryParam('x') can",
    'Wrong.forgotten: has parameters of a request but answers none; mark it @GET, @POST or the like',
    'Wrong.bodyAndForm, parameter 1: nothing can read application/x-www-form-urlencoded as its type; consume JSON, take text, bytes or a Readable, or add a BodyReader',
    "Wrong.badDefault, parameter 1: the @DefaultValue('x') cannot be used: query param n is not a number.",
    "Wrong.wrapperBound, parameter 1: @NotNull and @Max stand together on the wrapper IntParam, and it cannot be told which of them mean the value inside; add @UnwrapValidatedValue to apply all of them to it, declare a plain type as in @QueryParam('n', Int), use @DefaultValue, or check for absence inside the endpoint and answer 400",
    'Wrong.noConversion, parameter 1: no text can become a value of its type; use a plain type, extend AbstractParam, give the class a static fromString(text), or add a ParameterConverter',
    'Wrong.unreadable, parameter 1: nothing can read text/csv as its type; consume JSON, take text, bytes or a Readable, or add a BodyReader',
  ]);
});

test('a class that was imported as a type only is not known to @Context, and the message says why', () => {
  @Path('/a')
  class Forgetful {
    @GET get(@Context _request: RequestContext): string {
      return '';
    }
  }
  assert.deepEqual(problemsOf(Forgetful), [
    'Forgetful.get, parameter 1: @Context knows RequestContext, SecurityContext and AbortSignal by their class; for anything else name its key, as in ' +
      '@Context(CurrentUser); "import type" makes the compiler forget the class, so write "import"',
  ]);
});

test('two methods for the same requests are refused, whatever their variables are called', () => {
  @Path('/a')
  class First {
    @GET @Path('/{id}') one(@PathParam('id') _id: string): string {
      return '';
    }
    @POST @Path('/{id}') @Consumes('text/csv') csv(@PathParam('id') _id: string, _body: string): void {}
  }
  @Path('/a/{name}')
  class Second {
    @GET two(@PathParam('name') _name: string): string {
      return '';
    }
    @POST json(@PathParam('name') _name: string, _body: Bean): void {}
    @GET @Produces('text/plain') text(@PathParam('name') _name: string): string {
      return '';
    }
  }
  assert.deepEqual(problemsOf(First, Second), [
    'Second.two and First.one both answer GET /a/{name}; give one of them another path, method or media type',
  ]);
  assert.deepEqual(problemsOf(Second, First), [
    'First.one and Second.two both answer GET /a/{id}; give one of them another path, method or media type',
  ]);
});

test('two finders of sub-resources for one path are refused, and what finders cannot do', () => {
  class Sub {
    @GET get(@PathParam('nope') _x: string): string {
      return '';
    }
  }
  @Path('/a')
  class Root {
    @Path('/x') one(): Sub {
      return new Sub();
    }
    @Path('/x') two(): Sub {
      return new Sub();
    }
    @Path('/y') three(_body: Bean): Sub {
      return new Sub();
    }
  }
  assert.deepEqual(problemsOf(Root), [
    'Root.two and Root.one both find sub-resources below /a/x; give one of them another path',
    'Root.three: finds a sub-resource and cannot take the body; mark it @GET, @POST or the like if it answers itself, or say where the parameter comes from',
    "Sub.get: @PathParam('nope') has no variable {nope} in its path /",
  ]);
});

test('a resource without a path, or with nothing below it, is refused', () => {
  class Somewhere {
    @GET get(): string {
      return '';
    }
  }
  @Path('/idle')
  class Idle {
    get(): void {}
  }
  assert.deepEqual(problemsOf(Somewhere, Idle), [
    "Somewhere: has no @Path, and every resource says where it is; mark the class as in @Path('/hello')",
    'Idle: has a @Path but answers nothing below it; mark a method @GET, @POST or the like',
  ]);
});

test('the report is one text', () => {
  @Path('/a')
  class Two {
    @GET @Path('/{a}') one(): string {
      return '';
    }
    @GET @Path('/b') two(_n: IntParam): string {
      return '';
    }
    @GET @Path('/c') fine(@QueryParam('n', Int) _n: number): string {
      return '';
    }
  }
  assert.throws(() => registryOf(Two).compile({}), {
    name: 'ResourceModelError',
    code: 'KEELSON_RESOURCE_MODEL',
    message: /^The resources have 2 problems and cannot be served:\n {2}\* Two\.one: .*\n {2}\* Two\.two, parameter 1: /,
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  AbstractParam,
  BeanParam,
  Context,
  ContextKey,
  CookieParam,
  DataSize,
  DefaultValue,
  Duration,
  FormParam,
  GET,
  HeaderParam,
  Int,
  IntParam,
  Long,
  Max,
  Min,
  NotEmpty,
  NotNull,
  Optional,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  RequestContext,
  SecurityContext,
  UUIDParam,
  UnwrapValidatedValue,
  Valid,
  WebApplicationException,
  enumOf,
  listOf,
  optional,
  setOf,
} from 'keelson';
import type { RequestFilter } from 'keelson';

import { LoggingContext } from '../../../src/logging/logging-context.js';
import { LoggingFields } from '../../../src/resources/index.js';
import { capturing } from '../captured.js';
import { serve } from '../serving.js';

enum Size {
  Small,
  Large,
}

class Colour {
  static fromString(text: string): Colour | undefined {
    if (text === 'teapot') throw new WebApplicationException('I am a teapot', 418);
    if (text === 'broken') throw new Error('out of paint');
    return text === 'red' ? new Colour() : undefined;
  }
}

class Isbn {
  constructor(readonly text: string) {}
}

class Point {
  constructor(
    readonly x: number,
    readonly y: number,
  ) {}
}

class GoneParam extends AbstractParam<string> {
  protected parse(raw: string): string {
    if (raw === 'old') throw new Error('old');
    return raw;
  }
  protected override errorStatus(): number {
    return 410;
  }
  protected override errorMessage(): string {
    return '%s is no more';
  }
}

class Paging {
  @QueryParam('page', Int) @Min(1) page = 1;
  @QueryParam('size', Int) @Max(100) size = 20;
}

class Search extends Paging {
  @QueryParam('q') @NotEmpty q!: string;
  @HeaderParam('x-limit', Int) @Min(5) limit?: number;
}

class Outer {
  @BeanParam inner!: Paging;
  @QueryParam('o') o?: string;
}

const CurrentUser = new ContextKey<string>('CurrentUser');

class UserFilter implements RequestFilter {
  filterRequest(request: RequestContext): void {
    request.set(CurrentUser, 'ada');
    request.security = new SecurityContext('ada', ['admin'], 'Basic');
  }
}

@Path('/p')
@Produces('text/plain')
class ParameterResource {
  @GET @Path('/plain') plain(
    @QueryParam('int', Int) int: number | undefined,
    @QueryParam('long', Long) long: number | undefined,
    @QueryParam('number') number: number,
    @QueryParam('flag') flag: boolean,
    @QueryParam('text') text: string,
    @QueryParam('big', BigInt) big: bigint | undefined,
    @QueryParam('at', Date) at: Date | undefined,
    @QueryParam('for', Duration) duration: Duration | undefined,
    @QueryParam('size', DataSize) size: DataSize | undefined,
  ): string {
    return [int, long, number, flag, text, big, at?.toISOString(), duration?.toMilliseconds(), size?.toBytes()].join(' ');
  }

  @GET @Path('/sources/{id}') sources(
    @PathParam('id', enumOf(Size)) id: Size,
    @HeaderParam('h', enumOf(Size)) h: Size | undefined,
    @CookieParam('c', Int) c: number | undefined,
  ): string {
    return [id, h, c].join(' ');
  }

  @POST @Path('/form') form(@FormParam('n', Int) n: number | undefined, @FormParam('many', listOf(Int)) many: number[]): string {
    return `${n} ${many.join(',')}`;
  }

  @GET @Path('/choices') choices(
    @QueryParam('list', listOf(enumOf(Size))) list: Size[],
    @QueryParam('set', setOf(enumOf(Size))) set: Set<Size>,
  ): string {
    return `${JSON.stringify(list)} ${JSON.stringify([...set])}`;
  }
  @GET @Path('/many') many(
    @QueryParam('list', listOf(String)) list: string[],
    @QueryParam('set', setOf(Int)) @NotEmpty set: Set<number>,
    @QueryParam('d', listOf(Int)) @DefaultValue('7') d: number[],
    @HeaderParam('h', listOf(String)) h: string[],
  ): string {
    return [list.join(','), [...set].join(','), d.join(','), h.join('|')].join(' ');
  }

  @GET @Path('/optional') optional(
    @QueryParam('n', optional(Int)) n: Optional<number>,
    @QueryParam('u', optional(UUIDParam)) u: Optional<UUIDParam>,
    @QueryParam('c', optional(Isbn)) c: Optional<Isbn>,
    @HeaderParam('h', optional(String)) h: Optional<string>,
  ): string {
    return [n.orElse('-'), u.map((one) => one.get()).orElse('-'), c.map((one) => one.text).orElse('-'), h.orElse('-')].join(' ');
  }

  @GET @Path('/unwrapped') unwrapped(
    @QueryParam('n', optional(Int)) @NotNull @UnwrapValidatedValue n: Optional<number>,
    @QueryParam('w') @NotNull @UnwrapValidatedValue(false) w: IntParam,
  ): string {
    return `${n.get()} ${w.get()}`;
  }

  @GET @Path('/classes') classes(
    @QueryParam('colour', Colour) colour: Colour | undefined,
    @QueryParam('isbn', Isbn) isbn: Isbn | undefined,
  ): string {
    return `${colour !== undefined} ${isbn?.text}`;
  }

  @GET @Path('/point') point(@QueryParam('at', Point) at: Point): string {
    return `${at.x}:${at.y}`;
  }

  @GET @Path('/gone') gone(@QueryParam('x') x: GoneParam, @QueryParam('n') _n: IntParam): string {
    return x.get();
  }

  @GET @Path('/bean') bean(@BeanParam @Valid search: Search): string {
    return [search.page, search.size, search.q, search.limit].join(' ');
  }

  @GET @Path('/unchecked-bean') uncheckedBean(@BeanParam search: Search): string {
    return [search.page, search.size, search.q].join(' ');
  }

  @GET @Path('/nested-bean') nestedBean(@BeanParam outer: Outer): string {
    return [outer.inner.page, outer.o].join(' ');
  }

  @GET @Path('/odd') odd(@QueryParam('a&b=c') odd: string): string {
    return odd;
  }

  @GET @Path('/context/{id}') context(
    @Context request: RequestContext,
    @Context security: SecurityContext,
    @Context signal: AbortSignal,
    @Context(CurrentUser) user: string | undefined,
    @Context(LoggingFields) fields: Readonly<Record<string, unknown>> | undefined,
  ): string {
    return [
      request.pathParameter('id'),
      request.queryParameter('q'),
      security.isUserInRole('admin'),
      signal.aborted,
      user,
      fields?.['n'],
    ].join(' ');
  }
}

const points = {
  type: Point,
  fromText(text: string): Point {
    const [x, y] = text.split(':');
    if (y === undefined) throw new Error('no colon');
    return new Point(Number(x), Number(y));
  },
};

const served = serve(ParameterResource, points, UserFilter);
const errors = async (path: string, headers: Record<string, string> = {}): Promise<unknown> => {
  const { status, json } = await served.get(path, headers);
  return { status, ...(json as object) };
};

test('plain types are converted from their text', async () => {
  const { text } = await served.get(
    '/p/plain?int=-3&long=9007199254740991&number=1.5e1&flag=TRUE&text=a%20b&big=12345678901234567890&at=2012-11-19T00:00:00Z&for=2s&size=1KiB',
  );
  assert.equal(text, '-3 9007199254740991 15 true a b 12345678901234567890 2012-11-19T00:00:00.000Z 2000 1024');
});

test('missing plain parameters are undefined', async () => {
  assert.equal((await served.get('/p/plain')).text, '        ');
});

test('every malformed parameter is named, in the order of the declaration', async () => {
  assert.deepEqual(await errors('/p/plain?size=x&for=x&at=x&big=x&flag=x&number=x&long=x&int=x'), {
    status: 400,
    errors: [
      'query param int is not a number.',
      'query param long is not a number.',
      'query param number is not a number.',
      'query param flag must be "true" or "false".',
      'query param big is not a number.',
      'query param at must be in a ISO-8601 format.',
      'query param for is not a valid duration.',
      'query param size is not a valid size.',
    ],
  });
});

test('an empty text is no number', async () => {
  assert.deepEqual(await errors('/p/plain?int='), { status: 400, errors: ['query param int is not a number.'] });
});

test('path, header and cookie parameters have the words of their source', async () => {
  assert.equal((await served.get('/p/sources/large', { h: 'SMALL', cookie: 'c=4' })).text, '1 0 4');
  assert.equal((await served.get('/p/sources/1', { h: '0' })).text, '1 0 ');
  assert.deepEqual(await errors('/p/sources/huge', { h: 'tiny', cookie: 'c=x' }), {
    status: 400,
    errors: ['path param id must be one of [Small, Large]', 'header h must be one of [Small, Large]', 'cookie c is not a number.'],
  });
});

test('form fields are read, and named as such', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const send = (body: string) => served.send({ method: 'POST', path: '/p/form', body, headers: form });
  assert.equal((await send('n=1&many=2&many=3&many=2')).text, '1 2,3,2');
  assert.deepEqual((await send('n=x&many=1&many=y')).json, {
    errors: ['form field n is not a number.', 'form field many is not a number.'],
  });
  assert.equal((await send('n=%zz')).status, 400);
  assert.equal((await served.post('/p/form', {})).status, 406);
});

test('lists and sets take all values, and the default where there are none', async () => {
  assert.equal((await served.get('/p/many?list=b&list=a&list=b&set=1&set=1&set=2', { h: 'x' })).text, 'b,a,b 1,2 7 x');
  assert.deepEqual(await errors('/p/many'), { status: 400, errors: ['query param set may not be empty'] });
});

test('an empty text adds nothing to a list or a set of enums', async () => {
  assert.equal((await served.get('/p/choices?list=&list=large&set=')).text, '[1] []');
  assert.equal((await served.get('/p/choices?list=')).text, '[] []');
});

test('optionals are absent where the parameter is missing or, unless it is text, empty', async () => {
  assert.equal((await served.get('/p/optional')).text, '- - - -');
  assert.equal((await served.get('/p/optional?n=&u=&c=', { h: '' })).text, '- - - ');
  assert.equal((await served.get('/p/optional?n=3&c=x', { h: 'y' })).text, '3 - x y');
  assert.deepEqual(await errors('/p/optional?n=x&u=y'), {
    status: 400,
    errors: ['query param n is not a number.', 'query param u is not a UUID.'],
  });
});

test('@NotNull with @UnwrapValidatedValue asks for the value inside, with false for the wrapper', async () => {
  assert.deepEqual(await errors('/p/unwrapped'), {
    status: 400,
    errors: ['query param n may not be null', 'query param w may not be null'],
  });
  assert.equal((await served.get('/p/unwrapped?n=1&w=2')).text, '1 2');
});

test('classes are made by fromString or by a constructor of one text', async () => {
  assert.equal((await served.get('/p/classes?colour=red&isbn=x')).text, 'true x');
  assert.deepEqual(await errors('/p/classes?colour=blue'), { status: 400, errors: ['query param colour is not a valid Colour'] });
  assert.deepEqual(await errors('/p/classes?colour=broken'), { status: 400, errors: ['Failed to convert query param colour to Colour'] });
  assert.deepEqual(await errors('/p/classes?colour=teapot'), { status: 418, code: 418, message: 'I am a teapot' });
});

test('a registered converter makes what cannot make itself', async () => {
  assert.equal((await served.get('/p/point?at=1:2')).text, '1:2');
  assert.deepEqual(await errors('/p/point?at=1'), { status: 400, errors: ['Failed to convert query param at to Point'] });
});

test('a wrapper with a status of its own is answered at once', async () => {
  assert.deepEqual(await errors('/p/gone?x=old&n=x'), { status: 410, code: 410, message: 'query param x is no more' });
});

test('missing parameters leave what the fields of a bean were initialised with', async () => {
  assert.equal((await served.get('/p/bean?q=a')).text, '1 20 a ');
});

test('problems of a bean are in the order of its fields, inherited ones first, and a malformed field has only one', async () => {
  assert.deepEqual(await errors('/p/bean?page=0&size=x', { 'x-limit': '3' }), {
    status: 400,
    errors: [
      'query param page must be greater than or equal to 1',
      'query param size is not a number.',
      'query param q may not be empty',
      'header x-limit must be greater than or equal to 5',
    ],
  });
});

test('a bean without @Valid is filled but not validated', async () => {
  assert.equal((await served.get('/p/unchecked-bean?page=0')).text, '0 20 ');
  assert.deepEqual(await errors('/p/unchecked-bean?page=x'), { status: 400, errors: ['query param page is not a number.'] });
});

test('beans may hold beans', async () => {
  assert.equal((await served.get('/p/nested-bean?page=3&o=x')).text, '3 x');
});

test('a name with characters that queries use is found in its escaped form', async () => {
  assert.equal((await served.get('/p/odd?a%26b%3Dc=1')).text, '1');
});

for (const path of ['/p/odd?x=%zz', '/p/nothing?%zz', '/p/nothing?a=%C3', '/p/%zz', '/nowhere/%zz', '/nowhere?%', '/p/nothing/%ff']) {
  test(`${path} has a malformed escape and is 400, whether it leads anywhere and is read or not`, async () => {
    assert.deepEqual(await errors(path), { status: 400, code: 400, message: 'HTTP 400 Bad Request' });
  });
}

test('@Context gives what the framework and the filters know', async () => {
  const answer = await LoggingContext.run({ n: 'log' }, () => served.get('/p/context/7?q=x'));
  assert.equal(answer.text, '7 x true false ada log');
});

test('ten thousand parameters are only more text', async () => {
  const query = Array.from({ length: 10_000 }, (_, index) => `p${index}=${index}`).join('&');
  assert.equal((await served.get(`/p/plain?${query}&int=5`)).text, '5        ');
});

test('malformed input is logged for those who look, and only there', async () => {
  await capturing(async (lines) => {
    await served.get('/p/plain?int=foo');
    assert.deepEqual(lines.messages, ['Invalid input received: foo']);
    assert.equal(lines.events[0]!.level.toString(), 'DEBUG');
  });
});

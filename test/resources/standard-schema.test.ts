import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { type } from 'arktype';
import { GET, JsonMapper, JsonMappingError, JsonProperty, POST, Path, QueryParam, Secret, Valid, listOf } from 'keelson';
import type { StandardSchema } from 'keelson';
import * as v from 'valibot';
import { z } from 'zod';

import { capturing } from './captured.js';
import { serve } from './serving.js';

const ZodOrder = z.object({ article: z.string().min(3), count: z.number().int().min(1), note: z.string().default('none') });
const ValibotOrder = v.object({ article: v.pipe(v.string(), v.minLength(3)), count: v.pipe(v.number(), v.minValue(1)) });
const ArkOrder = type({ article: 'string >= 3', count: 'number >= 1' });

class Basket {
  @JsonProperty(z.string().min(2)) owner!: string;
  @JsonProperty('orders', listOf(ZodOrder)) orders: z.infer<typeof ZodOrder>[] = [];
  @JsonProperty(z.number().default(3)) size!: number;
  @JsonProperty(z.string().nullable()) note!: string | null;
  @Secret @JsonProperty(z.string().optional()) code?: string | undefined;
}

const waiting: StandardSchema<string> = {
  '~standard': { version: 1, vendor: 'slow', validate: (value) => Promise.resolve({ value: value as string }) },
};

@Path('/orders')
class OrderResource {
  @POST
  @Path('/zod')
  byZod(@Valid(ZodOrder) order: z.infer<typeof ZodOrder>): object {
    return order;
  }

  @POST
  @Path('/valibot')
  byValibot(@Valid(ValibotOrder) order: v.InferOutput<typeof ValibotOrder>): object {
    return order;
  }

  @POST
  @Path('/arktype')
  byArktype(@Valid(ArkOrder) order: typeof ArkOrder.infer): object {
    return order;
  }

  @POST
  @Path('/basket')
  basket(@Valid basket: Basket): Basket {
    return basket;
  }

  @POST
  @Path('/both')
  both(@QueryParam('n', z.coerce.number().min(1)) n: number, @Valid(ZodOrder) order: z.infer<typeof ZodOrder>): object {
    return { n, order };
  }

  @GET
  list(@QueryParam('page', z.coerce.number().int().min(1).default(1)) page: number): object {
    return { page };
  }

  @GET
  @Path('/needed')
  needed(@QueryParam('page', v.string('is needed')) page: string): object {
    return { page };
  }

  @GET
  @Path('/tags')
  tags(@QueryParam('tag', listOf(type('string >= 2'))) tags: string[]): object {
    return { tags };
  }

  @GET
  @Path('/waiting')
  wait(@QueryParam('n', waiting) n: string): object {
    return { n };
  }
}

const orders = serve(new OrderResource());

describe('a schema of another library', () => {
  test('reads a body, with its defaults', async () => {
    const read = await orders.post('/orders/zod', '{"article":"pen","count":2}');
    assert.deepEqual([read.status, read.json], [200, { article: 'pen', count: 2, note: 'none' }]);
    for (const library of ['valibot', 'arktype']) {
      const answer = await orders.post(`/orders/${library}`, '{"article":"pen","count":2}');
      assert.deepEqual([answer.status, answer.json], [200, { article: 'pen', count: 2 }]);
    }
  });

  test('refuses a body with 422, its own messages and the paths of ours', async () => {
    const answers = [];
    for (const library of ['zod', 'valibot', 'arktype']) {
      const { status, json } = await orders.post(`/orders/${library}`, '{"article":"x","count":0}');
      answers.push([status, json]);
    }
    assert.deepEqual(answers, [
      [422, { errors: ['article Too small: expected string to have >=3 characters', 'count Too small: expected number to be >=1'] }],
      [
        422,
        {
          errors: ['article Invalid length: Expected >=3 but received 1', 'count Invalid value: Expected >=1 but received 0'],
        },
      ],
      [422, { errors: ['article must be at least length 3 (was 1)', 'count must be at least 1 (was 0)'] }],
    ]);
  });

  test('is asked about a missing body, and about null', async () => {
    for (const body of ['', 'null']) {
      const { status, json } = await orders.post('/orders/zod', body);
      const found = body === '' ? 'undefined' : 'null';
      assert.deepEqual([status, json], [422, { errors: [`The request body Invalid input: expected object, received ${found}`] }]);
    }
  });

  test('leaves text that is not JSON to us', async () => {
    const { status, json } = await orders.post('/orders/zod', '{"article"');
    assert.equal(status, 400);
    assert.equal((json as { message: string }).message, 'Unable to process JSON');
  });

  test('describes fields of a class, elements of lists and what is missing', async () => {
    const good = await orders.post('/orders/basket', '{"owner":"Ada","note":null,"orders":[{"article":"pen","count":1}]}');
    assert.deepEqual(
      [good.status, good.json],
      [200, { owner: 'Ada', orders: [{ article: 'pen', count: 1, note: 'none' }], size: 3, note: null, code: null }],
    );
    const bad = await orders.post('/orders/basket', '{"orders":[{"article":"pen","count":1},{"article":"x","count":1}],"note":7}');
    assert.deepEqual(
      [bad.status, bad.json],
      [
        422,
        {
          errors: [
            'owner Invalid input: expected string, received undefined',
            'orders[1].article Too small: expected string to have >=3 characters',
            'note Invalid input: expected string, received number',
          ],
        },
      ],
    );
  });

  test('never has a secret quoted', () => {
    const secretive: StandardSchema<string | undefined> = {
      '~standard': { version: 1, vendor: 'loud', validate: (value) => ({ issues: [{ message: `not ${String(value)}` }] }) },
    };
    class Key {
      @Secret @JsonProperty(secretive) key?: string | undefined;
    }
    assert.throws(
      () => new JsonMapper().read(Key, '{"key":"hush"}'),
      (error: JsonMappingError) => {
        assert.ok(error instanceof JsonMappingError);
        assert.equal(error.message, 'key: is not valid (line 1, column 8)');
        return true;
      },
    );
  });

  test('reads a parameter, with its default, and refuses it with 400', async () => {
    const answers = [];
    for (const path of ['', '?page=7', '?page=0', '/needed', '/tags?tag=ab&tag=cd', '/tags?tag=ab&tag=c']) {
      const { status, json } = await orders.get(`/orders${path}`);
      answers.push([status, json]);
    }
    assert.deepEqual(answers, [
      [200, { page: 1 }],
      [200, { page: 7 }],
      [400, { errors: ['query param page Too small: expected number to be >=1'] }],
      [400, { errors: ['query param page is needed'] }],
      [200, { tags: ['ab', 'cd'] }],
      [400, { errors: ['query param tag must be at least length 2 (was 1)'] }],
    ]);
  });

  test('has what is wrong with parameters and body in one answer', async () => {
    const { status, json } = await orders.post('/orders/both?n=0', '{"article":"pen","count":0}');
    assert.deepEqual(
      [status, json],
      [400, { errors: ['query param n Too small: expected number to be >=1', 'count Too small: expected number to be >=1'] }],
    );
  });

  test('that has to wait is answered with 500, and the log says what to do', async () => {
    await capturing(async (lines) => {
      const { status } = await orders.get('/orders/waiting?n=1');
      assert.equal(status, 500);
      assert.match(lines.text, /AsyncSchemaError: A schema of slow returned a promise, .*; use a schema without asynchronous checks/);
    });
  });
});

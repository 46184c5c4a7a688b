import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonMapper, Reply } from 'keelson';
import type { ExceptionMapper } from 'keelson';
import { ResourceRegistry } from 'keelson/resources';
import { Validator } from 'keelson/validation';

class OutOfStock extends Error {}

class ConflictMapper implements ExceptionMapper<OutOfStock> {
  readonly type = OutOfStock;
  toReply(): Reply {
    return Reply.status(409);
  }
}

class GoneMapper implements ExceptionMapper<OutOfStock> {
  readonly type = OutOfStock;
  toReply(): Reply {
    return Reply.status(410);
  }
}

const registry = () => new ResourceRegistry({ mapper: new JsonMapper(), validator: new Validator() });

test('two mappers for one class are refused, and a mapper that replaces another is not', () => {
  assert.throws(() => registry().addMapper(ConflictMapper).addMapper(GoneMapper).compile({}), {
    problems: [
      'GoneMapper and ConflictMapper are both for OutOfStock; give one of them another class, or replace the first with replaceMapper()',
    ],
  });
  assert.equal(typeof registry().addMapper(ConflictMapper).replaceMapper(GoneMapper).compile({}), 'function');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GET, Path, nameBinding } from 'keelson';
import type { DynamicFeature, RequestFilter } from 'keelson';

import type { FilterCollector, ResourceMethod } from '../../../src/resources/index.js';
import { capturing } from '../captured.js';
import { serve } from '../serving.js';

const Authenticated = nameBinding('Authenticated');
const Audited = nameBinding('Audited');

@Path('/accounts')
class AccountResource {
  @GET @Authenticated all(): string[] {
    return ['secret'];
  }
}

@Authenticated
@Audited
class BothFilter implements RequestFilter {
  filterRequest(): void {}
}

@Audited
class AuditFilter implements RequestFilter {
  filterRequest(): void {}
}

test('a method that is marked for a filter is not served without one', () => {
  assert.throws(() => serve(AccountResource), {
    problems: [
      'AccountResource.all: is marked @Authenticated, but no filter runs for it; add the filter that carries @Authenticated with addFilter',
    ],
  });
});

test('a filter that carries a second name does not guard a method with only one of them', () => {
  assert.throws(() => serve(AccountResource, BothFilter), {
    problems: [
      'AccountResource.all: is marked @Authenticated, but no filter runs for it; BothFilter also carries @Audited, which the method needs too',
    ],
  });
});

test('a dynamic feature that asks for the name looks after it', async () => {
  class Guard implements DynamicFeature {
    configure(method: ResourceMethod, filters: FilterCollector): void {
      if (method.isBoundTo(Authenticated)) filters.register(new AuditFilter());
    }
  }
  assert.deepEqual((await serve(AccountResource, Guard).get('/accounts')).json, ['secret']);
});

test('a filter whose name no method carries is named in a warning', async () => {
  @Path('/open')
  class OpenResource {
    @GET all(): string[] {
      return [];
    }
  }
  const logged = await capturing((logs) => {
    serve(OpenResource, AuditFilter);
    return logs.text;
  });
  assert.match(
    logged,
    /WARN .*AuditFilter never runs: it carries @Audited, which no method or resource class carries; mark those it is meant for/,
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ForbiddenException, GET, Length, NotNull, Path, PathParam, Produces, parameterAnnotation } from 'keelson';

import { serve } from '../serving.js';

const Tenant = parameterAnnotation('tenant', (request) => request.header('X-Tenant'));
const Locale = parameterAnnotation('locale', (request): string => request.header('Accept-Language')?.slice(0, 2) ?? 'en');
const Owner = parameterAnnotation('owner', (request): string => {
  if (request.pathParameter('id') === 'secret') throw new ForbiddenException('Not yours');
  return `owner of ${request.pathParameter('id')}`;
});

@Path('/things')
@Produces('text/plain')
class Things {
  @GET list(@Tenant @NotNull tenant: string | undefined, @Locale @Length({ max: 2 }) locale: string): string {
    return `${tenant} ${locale}`;
  }
  @GET @Path('/{id}') fetch(@PathParam('id') id: string, @Owner owner: string): string {
    return `${id}: ${owner}`;
  }
}

const things = serve(Things);

test('an annotation of your own finds its value in the request', async () => {
  assert.equal((await things.get('/things', { 'x-tenant': 'acme', 'accept-language': 'de-DE' })).text, 'acme de');
  assert.equal((await things.get('/things/7')).text, '7: owner of 7');
});

test('constraints stand beside an annotation of your own, and messages have its name', async () => {
  const answer = await things.get('/things', { accept: 'application/json, text/plain;q=0.1' });
  assert.deepEqual([answer.status, answer.json], [400, { errors: ['tenant may not be null'] }]);
});

test('what an annotation of your own throws is answered as if the method had thrown it', async () => {
  const answer = await things.get('/things/secret');
  assert.deepEqual([answer.status, answer.json], [403, { code: 403, message: 'Not yours' }]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { PermitAll, RolesAllowed } from '../../src/contract/annotations/access-annotations.js';
import { Returns } from '../../src/contract/annotations/returns-annotation.js';
import { GET, Path } from '../../src/contract/annotations/routing-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { publishApi } from '../../src/openapi/openapi-document.js';
import { ResourceRegistry } from '../../src/resources/resource-registry.js';
import { Validator } from '../../src/validation/validator.js';

@Path('/vault')
class VaultResource {
  @GET
  @RolesAllowed('reader', 'owner')
  @Returns(204)
  look(): void {}

  @GET
  @Path('/hours')
  @PermitAll
  @Returns(204)
  hours(): void {}
}

test('the document says by which schemes and roles an endpoint may be called, and what refusals are answered with', () => {
  const mapper = new JsonMapper();
  const registry = new ResourceRegistry({ mapper, validator: new Validator() });
  registry.register(VaultResource);
  const { document } = publishApi({
    contract: registry.contract(),
    title: 'vault',
    version: '1',
    description: undefined,
    servers: [],
    subtypes: mapper.subtypes,
    unknownProperties: 'ignore',
    unsupportedMediaTypeStatus: 415,
    security: { schemes: ['Bearer', 'Basic'], undecided: 'everybody' },
    answerOf: () => undefined,
  });
  const paths = document['paths'] as Record<string, { readonly get: { readonly security?: unknown; readonly responses: object } }>;
  const { look, hours } = { look: paths['/vault']!.get, hours: paths['/vault/hours']!.get };
  assert.deepEqual(look.security, [{ bearer: ['reader'] }, { bearer: ['owner'] }, { basic: ['reader'] }, { basic: ['owner'] }]);
  assert.deepEqual(Object.keys(look.responses), ['204', '401', '403', '406', '429', '500']);
  assert.equal(hours.security, undefined);
  assert.deepEqual(Object.keys(hours.responses), ['204', '406', '500']);
  assert.deepEqual((document['components'] as { readonly securitySchemes: unknown }).securitySchemes, {
    bearer: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
  });
});

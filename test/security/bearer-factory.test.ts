import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { TextConfigurationSource, loadConfiguration } from '../../src/configuration/index.js';
import { Configuration } from '../../src/index.js';
import { Subtypes } from '../../src/json/index.js';
import { Validator } from '../../src/validation/index.js';

const required = 'issuer: https://id.example, audience: accounts';

async function problemsOf(bearer: string): Promise<readonly string[]> {
  const settings = {
    source: new TextConfigurationSource(`auth:\n  bearer: { ${bearer} }\n`),
    subtypes: new Subtypes(),
    validator: new Validator(),
    overrides: [],
    variables: {},
  };
  try {
    await loadConfiguration(Configuration, 'test.yml', settings);
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .filter((line) => line.includes('* '))
      .map((line) => line.trim());
  }
}

describe('auth.bearer', () => {
  const accepted = [
    required,
    `${required}, jwksUri: 'http://127.0.0.1:9/jwks'`,
    `${required}, jwksUri: 'http://[::1]:9/jwks'`,
    `${required}, publicKeyPath: key.pem`,
    `${required}, secret: a secret of thirty-two characters and more, algorithms: [HS256]`,
    `issuer: accounts-issuer, audience: accounts, publicKeyPath: key.pem`,
    `${required}, algorithms: [PS512, EdDSA], cache: 0, jwks: { staleFor: 0 s }`,
  ];
  for (const bearer of accepted) test(`is accepted: ${bearer}`, async () => assert.deepEqual(await problemsOf(bearer), []));

  const refused: readonly [string, RegExp][] = [
    ['issuer: https://id.example', /auth\.bearer\.audience may not be empty/],
    ['audience: accounts', /auth\.bearer\.issuer may not be empty/],
    [`${required}, algorithms: []`, /auth\.bearer\.algorithms may not be empty/],
    [`${required}, algorithms: [none]`, /auth\.bearer\.algorithms\[0\] must be one of \[RS256, /],
    [`${required}, algorithms: [RS256, HS256]`, /algorithms: HS256, HS384 and HS512 need a secret/],
    [`${required}, secret: a secret of thirty-two characters and more`, /with a secret no others are accepted/],
    [`${required}, secret: short, algorithms: [HS256]`, /secret: must have at least 32 characters/],
    [`${required}, jwksUri: 'https://a.example', publicKeyPath: key.pem`, /only one of them can say what tokens are verified with/],
    [`${required}, jwksUri: 'http://id.example/jwks'`, /keys are fetched over https, or over http from this machine/],
    [`${required}, jwksUri: 'http://127.0.0.1.evil.example/jwks'`, /keys are fetched over https/],
    [`${required}, jwksUri: 'https://user:word@id.example/jwks'`, /keys are fetched over https/],
    [`${required}, jwksUri: 'file:///etc/keys'`, /keys are fetched over https/],
    ['issuer: http://id.example, audience: accounts', /keys are fetched over https/],
    [`${required}, cache: -1`, /auth\.bearer\.cache must be greater than or equal to 0/],
  ];
  for (const [bearer, message] of refused)
    test(`is refused: ${bearer}`, async () => {
      const problems = await problemsOf(bearer);
      assert.equal(problems.length, 1, problems.join('\n'));
      assert.match(problems[0]!, message);
    });
});

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { exportJWK, exportPKCS8, exportSPKI, generateKeyPair, importJWK } from 'jose';
import type { JWTPayload } from 'jose';

import {
  Application,
  Auth,
  Authenticated,
  Configuration,
  GET,
  Optional,
  Path,
  PermitAll,
  Produces,
  RolesAllowed,
  ScopesAllowed,
} from '../../src/index.js';
import type { Environment } from '../../src/index.js';
import { tokenHead } from '../../src/security/bearer/token-guard.js';
import { BearerFactory, BearerPrincipal } from '../../src/security/index.js';
import { ApplicationTest, ManualClock } from '../../src/testing/index.js';
import { Issuer, audience, goodClaims, issuerName, signed, signingKey } from './issuer.js';
import type { SigningKey } from './issuer.js';

@Path('/accounts')
@Produces('text/plain')
class AccountResource {
  @GET @RolesAllowed('reader') list(@Auth caller: BearerPrincipal): string {
    return caller.name;
  }

  @GET @Path('/admin') @RolesAllowed('admin') admin(): string {
    return 'admin';
  }

  @GET @Path('/scoped') @ScopesAllowed('accounts:read') scoped(): string {
    return 'scoped';
  }

  @GET @Path('/me') @Authenticated me(): string {
    return 'me';
  }

  @GET @Path('/maybe') @PermitAll maybe(@Auth(BearerPrincipal) caller: Optional<BearerPrincipal>): string {
    return caller.map(({ name }) => name).orElse('nobody');
  }
}

class BearerApplication extends Application {
  override async run(configuration: Configuration, environment: Environment): Promise<void> {
    environment.resources.register(AccountResource);
    environment.auth.use(await configuration.auth.bearer!.build(environment));
  }
}

async function serving(
  bearer: Partial<BearerFactory>,
  work: (service: ApplicationTest) => Promise<void>,
  clock?: ManualClock,
): Promise<void> {
  const configuration = new Configuration();
  configuration.auth.bearer = Object.assign(new BearerFactory(), { issuer: issuerName, audience, ...bearer });
  const service = new ApplicationTest(new BearerApplication(), { configuration, ...(clock === undefined ? {} : { clock }) });
  await service.start();
  try {
    await work(service);
  } finally {
    await service.stop();
  }
}

const bearer = (token: string): { readonly Authorization: string } => ({ Authorization: `Bearer ${token}` });

const wrong = [
  401,
  'Bearer realm="accounts", error="invalid_token"',
  { code: 401, message: 'Credentials are required to access this resource.' },
];

describe('bearer tokens', () => {
  let key: SigningKey;
  let issuer: Issuer;
  before(async () => {
    key = await signingKey('first');
    issuer = await Issuer.start(key);
  });
  after(() => issuer.stop());

  const accounts = (work: (service: ApplicationTest) => Promise<void>): Promise<void> => serving({ jwksUri: issuer.jwksUri }, work);

  test('a good token is let in, by RSA, elliptic curves and Edwards curves', async () => {
    const others = await Promise.all([signingKey('rsa', 'RS256'), signingKey('ed', 'EdDSA')]);
    issuer.keys = [key, ...others];
    await accounts(async (service) => {
      for (const one of issuer.keys) assert.equal((await service.get('/accounts', bearer(await signed(one)))).text, 'ada', one.alg);
    });
    issuer.keys = [key];
  });

  test('no token is answered with 401 and a challenge without an error', () =>
    accounts(async (service) => {
      const { status, headers } = await service.get('/accounts');
      assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer realm="accounts"']);
    }));

  test('a missing role and a missing scope are answered with 403 insufficient_scope', () =>
    accounts(async (service) => {
      const token = await signed(key);
      const seen = async (path: string): Promise<unknown> => {
        const { status, headers, json } = await service.get(path, bearer(token));
        return [status, headers.get('www-authenticate'), json];
      };
      const forbidden = { code: 403, message: 'HTTP 403 Forbidden' };
      assert.deepEqual(await seen('/accounts/admin'), [403, 'Bearer realm="accounts", error="insufficient_scope"', forbidden]);
      assert.deepEqual(await seen('/accounts/scoped'), [
        403,
        'Bearer realm="accounts", error="insufficient_scope", scope="accounts:read"',
        forbidden,
      ]);
    }));

  test('scopes are the words of scope, or the list of scp', () =>
    accounts(async (service) => {
      for (const claims of [{ scope: 'openid accounts:read' }, { scp: ['accounts:read'] }])
        assert.equal((await service.get('/accounts/scoped', bearer(await signed(key, goodClaims(claims))))).text, 'scoped');
      const part = await signed(key, goodClaims({ scope: 'accounts:read:all' }));
      assert.equal((await service.get('/accounts/scoped', bearer(part))).status, 403);
    }));

  const badClaims: readonly [string, (now: number) => object][] = [
    ['another audience', () => ({ aud: 'others' })],
    ['no audience', () => ({ aud: undefined })],
    ['an audience that only begins alike', () => ({ aud: 'accounts2' })],
    ['another issuer', () => ({ iss: 'https://evil.example' })],
    ['the issuer with a slash', () => ({ iss: `${issuerName}/` })],
    ['no issuer', () => ({ iss: undefined })],
    ['expired', (now) => ({ exp: now - 31 })],
    ['no expiry', () => ({ exp: undefined })],
    ['an expiry that is a text', (now) => ({ exp: `${now + 300}` })],
    ['not yet valid', (now) => ({ nbf: now + 120 })],
    ['no subject', () => ({ sub: undefined })],
    ['an empty subject', () => ({ sub: '' })],
    ['a subject that is a number', () => ({ sub: 7 })],
  ];
  for (const [what, claims] of badClaims) {
    test(`forged tokens and stale ones: a token with ${what} is answered with 401, also where a caller is optional`, () =>
      accounts(async (service) => {
        // Claims that break the rules are of no type that the library has.
        const token = await signed(key, goodClaims(claims(seconds()) as JWTPayload));
        for (const path of ['/accounts', '/accounts/me', '/accounts/maybe']) {
          const { status, headers, json } = await service.get(path, bearer(token));
          assert.deepEqual([status, headers.get('www-authenticate'), json], wrong);
        }
      }));
  }

  test('clocks may differ by the tolerance, and the audience may be one of several', () =>
    accounts(async (service) => {
      for (const claims of [{ exp: seconds() - 5 }, { nbf: seconds() + 20 }, { aud: ['others', audience] }])
        assert.equal((await service.get('/accounts', bearer(await signed(key, goodClaims(claims))))).status, 200, JSON.stringify(claims));
    }));

  describe('hostile tokens are answered with 401', () => {
    const part = (value: unknown): string => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    const forged: readonly [string, () => string | Promise<string>][] = [
      ['alg none', () => `${part({ alg: 'none' })}.${part(goodClaims())}.`],
      ['alg none with a signature', () => `${part({ alg: 'none', kid: 'first' })}.${part(goodClaims())}.AAAA`],
      ['alg NONE', () => `${part({ alg: 'NONE', kid: 'first' })}.${part(goodClaims())}.AAAA`],
      [
        'HS256, signed with the public key',
        async () => {
          const head = `${part({ alg: 'HS256', kid: 'first' })}.${part(goodClaims())}`;
          const pem = await exportSPKI(await importJWK({ ...key.publicJwk, ext: true } as never, 'ES256'));
          return `${head}.${createHmac('sha256', pem).update(head).digest('base64url')}`;
        },
      ],
      ['another key under the name of ours', async () => signed({ ...(await signingKey('other')), kid: 'first' })],
      [
        'an embedded key',
        async () => {
          const own = await signingKey('own');
          return signed(own, goodClaims(), { jwk: own.publicJwk, kid: undefined });
        },
      ],
      ['an embedded key beside a good signature', () => signed(key, goodClaims(), { jwk: key.publicJwk })],
      ['the address of a key set', () => signed(key, goodClaims(), { jku: 'https://evil.example/jwks' })],
      ['the address of a certificate', () => signed(key, goodClaims(), { x5u: 'https://evil.example/cert' })],
      ['a critical header that nobody knows', () => unsupported()],
      ['a changed payload', async () => swapped(await signed(key), 1, part({ ...goodClaims(), roles: ['admin'] }))],
      ['a signature of zeros', async () => swapped(await signed(key), 2, part('\0'.repeat(64)))],
      ['a signature that is cut off', async () => (await signed(key)).slice(0, -4)],
      ['no signature', async () => swapped(await signed(key), 2, '')],
      ['padding', async () => `${await signed(key)}==`],
      ['a signature with loose bits', async () => loosened(await signed(key))],
      ['a blank inside', async () => (await signed(key)).replace('.', '. ')],
      ['four parts', async () => `${await signed(key)}.AAAA`],
      ['two parts', async () => (await signed(key)).split('.').slice(0, 2).join('.')],
      ['standard base64', () => `${part({ alg: 'ES256', kid: 'first' })}.${part(goodClaims())}.++++`],
      ['a header that is a list', async () => swapped(await signed(key), 0, part([]))],
      ['a header that is not JSON', async () => swapped(await signed(key), 0, part('{'))],
      ['a kid that is a list', async () => swapped(await signed(key), 0, part({ alg: 'ES256', kid: ['first'] }))],
      ['nothing', () => ''],
    ];
    const unsupported = async (): Promise<string> =>
      swapped(await signed(key), 0, part({ alg: 'ES256', kid: 'first', crit: ['exp'], exp: 1 }));
    for (const [what, token] of forged) {
      test(what, () =>
        accounts(async (service) => {
          const { status, headers, json } = await service.get('/accounts', bearer(await token()));
          assert.deepEqual([status, headers.get('www-authenticate'), json], wrong);
        }),
      );
    }

    test('two Authorization lines', () =>
      accounts(async (service) => {
        const line = bearer(await signed(key)).Authorization;
        assert.equal((await service.get('/accounts', { Authorization: [line, line] })).status, 401);
      }));

    test('a token in the query is not looked at', () =>
      accounts(async (service) => assert.equal((await service.get(`/accounts?access_token=${await signed(key)}`)).status, 401)));
  });

  test('a token of more than 8 KiB is not even parsed, where the server lets it in', async () => {
    assert.deepEqual(tokenHead(await signed(key, goodClaims({ padding: 'x'.repeat(5000) }))), { alg: 'ES256', kid: 'first' });
    assert.equal(tokenHead(await signed(key, goodClaims({ padding: 'x'.repeat(6200) }))), undefined);
  });

  test('a token is nowhere in the log', () =>
    accounts(async (service) => {
      const token = await signed(key);
      await service.get('/accounts', bearer(token));
      await service.get('/accounts', bearer(`${token}x`));
      const logged = JSON.stringify([service.logs.events, service.requests.lines]);
      assert.equal(logged.includes(token.slice(-20)), false);
    }));

  test('roles may lie deeper, or under a name with dots', async () => {
    const claims = goodClaims({
      roles: undefined,
      realm_access: { roles: ['reader'] },
      'https://x.example/roles': ['reader'],
    });
    for (const rolesClaim of ['realm_access.roles', 'https://x.example/roles'])
      await serving({ jwksUri: issuer.jwksUri, rolesClaim }, async (service) =>
        assert.equal((await service.get('/accounts', bearer(await signed(key, claims)))).status, 200),
      );
    await serving({ jwksUri: issuer.jwksUri, rolesClaim: 'constructor.name' }, async (service) =>
      assert.equal((await service.get('/accounts', bearer(await signed(key, claims)))).status, 403),
    );
  });

  test('required claims are required', () =>
    serving({ jwksUri: issuer.jwksUri, requiredClaims: ['client_id'] }, async (service) => {
      assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 401);
      assert.equal((await service.get('/accounts', bearer(await signed(key, goodClaims({ client_id: 'a' }))))).status, 200);
    }));

  test('an algorithm that is not listed is refused without asking for keys', () =>
    serving({ jwksUri: issuer.jwksUri, algorithms: ['RS256'] }, async (service) => {
      const before = issuer.fetches;
      assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 401);
      assert.equal(issuer.fetches, before);
    }));

  test('without the address of the keys, the discovery document of the issuer names it', () =>
    serving({ issuer: issuer.url }, async (service) => {
      assert.equal((await service.get('/accounts', bearer(await signed(key, goodClaims({ iss: issuer.url }))))).text, 'ada');
    }));

  test('a secret is used for HS256 only', async () => {
    const secret = 'a secret of thirty-two characters and more';
    const hmac: SigningKey = { kid: 'none', alg: 'HS256', privateKey: new TextEncoder().encode(secret) as never, publicJwk: {} };
    await serving({ secret, algorithms: ['HS256'] }, async (service) => {
      assert.equal((await service.get('/accounts', bearer(await signed(hmac)))).text, 'ada');
      assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 401);
    });
  });

  describe('a key from a file', () => {
    let folder: string;
    before(() => {
      folder = mkdtempSync(join(tmpdir(), 'keelson-keys-'));
    });
    after(() => rmSync(folder, { recursive: true }));
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };

    test('may be PEM, a JWK or a set', async () => {
      const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
      const jwk = await exportJWK(publicKey);
      const own: SigningKey = { kid: 'any', alg: 'RS256', privateKey, publicJwk: {} };
      for (const path of [
        file('key.pem', await exportSPKI(publicKey)),
        file('key.jwk', JSON.stringify(jwk)),
        file('set.json', JSON.stringify({ keys: [{ ...jwk, kid: 'any' }] })),
      ])
        await serving({ publicKeyPath: path }, async (service) => {
          const token = await signed(own, goodClaims(), path.endsWith('jwk') ? { kid: undefined } : {});
          assert.equal((await service.get('/accounts', bearer(token))).text, 'ada', path);
          assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 401);
        });
    });

    test('is refused at start-up where it cannot be used', async () => {
      const { privateKey } = await generateKeyPair('RS256', { extractable: true });
      const cases: readonly [string, RegExp][] = [
        [
          file('private.pem', await exportPKCS8(privateKey)),
          /private\.pem is a private key, which only the issuer may have; put the public key there$/,
        ],
        [file('noise', 'noise'), /noise is neither a public key or certificate in PEM, nor a JWK or a set of them$/],
        [file('empty.json', '{}'), /empty\.json is neither a public key/],
        [join(folder, 'missing'), /auth\.bearer\.publicKeyPath: \S+missing cannot be read \(ENOENT\)$/],
      ];
      for (const [publicKeyPath, message] of cases)
        await assert.rejects(
          serving({ publicKeyPath }, async () => undefined),
          (error: Error) => message.test(error.message),
          publicKeyPath,
        );
    });
  });
});

describe('the keys of an issuer', () => {
  test('are fetched once, and verified tokens are remembered', async () => {
    const key = await signingKey('first');
    await using issuer = await Issuer.start(key);
    await serving({ jwksUri: issuer.jwksUri }, async (service) => {
      const token = await signed(key);
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.get('/accounts', bearer(token))));
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      assert.equal(issuer.fetches, 1);
    });
  });

  test('an issuer that is asked without end for keys that do not exist: invented names cause one fetch per cool-down, and are 401', async () => {
    const key = await signingKey('first');
    await using issuer = await Issuer.start(key);
    const clock = new ManualClock(Date.now());
    await serving(
      { jwksUri: issuer.jwksUri },
      async (service) => {
        const invented = async (count: number): Promise<void> => {
          for (let i = 0; i < count; i++) {
            const token = await signed({ ...key, kid: `invented ${i}` });
            assert.equal((await service.get('/accounts', bearer(token))).status, 401);
          }
        };
        await invented(20);
        assert.equal(issuer.fetches, 1);
        await clock.advance('30 seconds');
        await invented(20);
        assert.equal(issuer.fetches, 2);
      },
      clock,
    );
  });

  test('are fetched again for a new key, and tokens of a key that is gone are refused', async () => {
    const [old, young] = await Promise.all([signingKey('old'), signingKey('young')]);
    await using issuer = await Issuer.start(old);
    const clock = new ManualClock(Date.now());
    await serving(
      { jwksUri: issuer.jwksUri },
      async (service) => {
        assert.equal((await service.get('/accounts', bearer(await signed(old)))).status, 200);
        issuer.keys = [young];
        await clock.advance('30 seconds');
        assert.equal((await service.get('/accounts', bearer(await signed(young)))).status, 200);
        assert.equal((await service.get('/accounts', bearer(await signed(old)))).status, 401);
      },
      clock,
    );
  });

  for (const answer of ['error', 'nonsense', 'elsewhere', 'huge'] as const)
    test(`that cannot be fetched (${answer}) make 503 with Retry-After and an unhealthy check, and good answers follow`, async () => {
      const key = await signingKey('first');
      await using issuer = await Issuer.start(key);
      issuer.answer = answer;
      const clock = new ManualClock(Date.now());
      await serving(
        { jwksUri: issuer.jwksUri },
        async (service) => {
          const { status, headers, json } = await service.get('/accounts', bearer(await signed(key)));
          assert.deepEqual([status, headers.get('retry-after'), json], [503, '30', { code: 503, message: 'HTTP 503 Service Unavailable' }]);
          const health = await service.admin.get('/healthcheck');
          assert.match(health.text, /^jwks: ERROR\n! the keys of https:\/\/id\.example cannot be fetched: /m);
          assert.equal((await service.admin.get('/ready')).status, 200);
          issuer.answer = 'keys';
          await clock.advance('30 seconds');
          assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 200);
        },
        clock,
      );
    });

  test('go on to be good while the issuer is away, for as long as staleFor says', async () => {
    const key = await signingKey('first');
    await using issuer = await Issuer.start(key);
    const clock = new ManualClock(Date.now());
    await serving(
      { jwksUri: issuer.jwksUri },
      async (service) => {
        const token = await signed(key, goodClaims({ exp: Math.floor(Date.now() / 1000) + 100_000 }));
        assert.equal((await service.get('/accounts', bearer(token))).status, 200);
        issuer.answer = 'error';
        await clock.advance('69 minutes');
        assert.equal((await service.get('/accounts', bearer(token))).status, 200);
        assert.equal((await service.get('/accounts', bearer(await signed(await signingKey('unknown'))))).status, 503);
        await clock.advance('2 minutes');
        assert.equal((await service.get('/accounts', bearer(token))).status, 503);
      },
      clock,
    );
  });

  test('that are for encryption verify nothing', async () => {
    const key = await signingKey('first');
    await using issuer = await Issuer.start({ ...key, publicJwk: { ...key.publicJwk, use: 'enc' } });
    await serving({ jwksUri: issuer.jwksUri }, async (service) => {
      assert.equal((await service.get('/accounts', bearer(await signed(key)))).status, 401);
    });
  });

  test('are tried one after the other for a token that does not name its key', async () => {
    const [one, other, stranger] = await Promise.all([signingKey('one'), signingKey('other'), signingKey('stranger')]);
    await using issuer = await Issuer.start(one, other);
    await serving({ jwksUri: issuer.jwksUri }, async (service) => {
      const status = async (key: SigningKey): Promise<number> =>
        (await service.get('/accounts', bearer(await signed(key, goodClaims(), { kid: undefined })))).status;
      assert.deepEqual([await status(one), await status(other), await status(stranger)], [200, 200, 401]);
    });
  });

  test('of a discovery document about another issuer are not taken', async () => {
    const key = await signingKey('first');
    await using issuer = await Issuer.start(key);
    await serving({ issuer: `${issuer.url}/` }, async (service) => {
      assert.equal((await service.get('/accounts', bearer(await signed(key, goodClaims({ iss: `${issuer.url}/` }))))).status, 503);
    });
  });
});

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** A token with one part replaced. */
function swapped(token: string, index: number, part: string): string {
  return token
    .split('.')
    .map((one, at) => (at === index ? part : one))
    .join('.');
}

/** The same signature in another spelling: the last digit of base64url has bits that mean nothing. */
function loosened(token: string): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const last = digits.indexOf(token.at(-1)!);
  return `${token.slice(0, -1)}${digits[last ^ 1]!}`;
}

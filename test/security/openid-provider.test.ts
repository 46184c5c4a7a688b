import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, test } from 'node:test';

import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

import { Application, Auth, Configuration, GET, Path, Produces, ScopesAllowed } from '../../src/index.js';
import type { Environment } from '../../src/index.js';
import { BearerFactory } from '../../src/security/index.js';
import type { BearerPrincipal } from '../../src/security/index.js';
import { ApplicationTest, ManualClock } from '../../src/testing/index.js';

@Path('/accounts')
@Produces('text/plain')
class AccountResource {
  @GET @ScopesAllowed('accounts:read') list(@Auth caller: BearerPrincipal): string {
    return `for ${caller.name}`;
  }
}

class AccountsApplication extends Application {
  override async run(configuration: Configuration, environment: Environment): Promise<void> {
    environment.resources.register(AccountResource);
    environment.auth.use(await configuration.auth.bearer!.build(environment));
  }
}

/** A certified OpenID provider in this process, whose keys can be replaced and which can be shut off. */
class OpenIdProvider {
  private callback: RequestListener | undefined;
  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      if (this.callback === undefined) response.writeHead(503).end();
      else this.callback(request, response);
    });
  }

  static async start(): Promise<OpenIdProvider> {
    const server = createServer();
    const provider = new OpenIdProvider(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Makes new keys, and issues tokens of this algorithm from now on. */
  async issue(alg: 'RS256' | 'ES256', kid: string): Promise<void> {
    const { privateKey } = await generateKeyPair(alg, { extractable: true });
    const { privateKey: forIdTokens } = await generateKeyPair('RS256', { extractable: true });
    this.callback = new Provider(this.issuer, {
      clients: [
        { client_id: 'billing', client_secret: 'hush', grant_types: ['client_credentials'], redirect_uris: [], response_types: [] },
      ],
      jwks: {
        keys: [
          { ...(await exportJWK(privateKey)), kid, alg, use: 'sig' },
          { ...(await exportJWK(forIdTokens)), kid: `${kid}-id`, alg: 'RS256', use: 'sig' },
        ],
      },
      cookies: { keys: ['test'] },
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: () => ({
            audience: 'accounts',
            scope: 'accounts:read',
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg, kid } },
          }),
        },
      },
      scopes: ['accounts:read'],
      ttl: { ClientCredentials: 600 },
    }).callback();
  }

  shutOff(): void {
    this.callback = undefined;
  }

  async token(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from('billing:hush').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts:read', resource: 'urn:accounts' }),
    });
    const answer = (await response.json()) as { readonly access_token?: string };
    assert.ok(answer.access_token, JSON.stringify(answer));
    return answer.access_token;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

describe('tokens of a certified OpenID provider', () => {
  test('are accepted by discovery, for both kinds of keys, through a rotation and an outage', async () => {
    await using provider = await OpenIdProvider.start();
    await provider.issue('RS256', 'first');
    const configuration = new Configuration();
    configuration.auth.bearer = Object.assign(new BearerFactory(), { issuer: provider.issuer, audience: 'accounts' });
    const clock = new ManualClock(Date.now());
    await using service = await new ApplicationTest(new AccountsApplication(), { configuration, clock }).start();
    const call = async (token: string): Promise<string | number> => {
      const { status, text } = await service.get('/accounts', { Authorization: `Bearer ${token}` });
      return status === 200 ? text : status;
    };

    const ofFirst = await provider.token();
    assert.equal(await call(ofFirst), 'for billing');

    await provider.issue('ES256', 'second');
    const ofSecond = await provider.token();
    await clock.advance('30 seconds');
    assert.equal(await call(ofSecond), 'for billing');
    assert.equal(await call(ofFirst), 401);

    provider.shutOff();
    await clock.advance('30 seconds');
    assert.equal(await call(ofFirst), 503);
    assert.equal(await call(ofSecond), 'for billing');
  });
});

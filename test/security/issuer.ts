import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { JWTPayload } from 'jose';

export const issuerName = 'https://id.example';
export const audience = 'accounts';

/** A pair of keys with a name. */
export interface SigningKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKeyOf;
  readonly publicJwk: Readonly<Record<string, unknown>>;
}

type CryptoKeyOf = Awaited<ReturnType<typeof generateKeyPair>>['privateKey'];

export async function signingKey(kid: string, alg = 'ES256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { kid, alg, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } };
}

/** The claims of a token that is accepted; each may be changed, and undefined leaves one out. */
export function goodClaims(changes: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  const claims: JWTPayload = { iss: issuerName, aud: audience, sub: 'ada', roles: ['reader'], iat: now, exp: now + 300, ...changes };
  return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
}

export function signed(
  key: SigningKey,
  claims: JWTPayload = goodClaims(),
  header: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: key.alg, kid: key.kid, ...header }).sign(key.privateKey);
}

/** Publishes keys on a free port of this machine, counts how often they are asked for, and can be out of order. */
export class Issuer {
  fetches = 0;
  keys: readonly SigningKey[] = [];
  answer: 'keys' | 'error' | 'nonsense' | 'elsewhere' | 'huge' = 'keys';
  private constructor(private readonly server: Server) {}

  static async start(...keys: readonly SigningKey[]): Promise<Issuer> {
    const server = createServer();
    const issuer = new Issuer(server);
    issuer.keys = keys;
    server.on('request', (request, response) => {
      issuer.fetches++;
      switch (issuer.answer) {
        case 'error':
          response.writeHead(500).end();
          break;
        case 'nonsense':
          response.end('[]');
          break;
        case 'elsewhere':
          response.writeHead(302, { Location: `${issuer.jwksUri}?again` }).end();
          break;
        case 'huge':
          response.end(JSON.stringify({ keys: [], padding: 'x'.repeat(600_000) }));
          break;
        case 'keys':
          response.setHeader('Content-Type', 'application/json');
          if (request.url?.startsWith('/.well-known/') === true)
            response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: issuer.jwksUri }));
          else response.end(JSON.stringify({ keys: issuer.keys.map(({ publicJwk }) => publicJwk) }));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get jwksUri(): string {
    return `${this.url}/jwks`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { loadTls } from '../../src/server/tls/tls-context.js';
import type { TlsSettings } from '../../src/server/tls/tls-context.js';
import { fixture } from './fixture-path.js';

const settings = (file: string, password?: string, more: Partial<TlsSettings> = {}): TlsSettings => ({
  keyStorePath: fixture(file),
  keyStorePassword: password,
  keyPath: undefined,
  validateCerts: true,
  trustStorePath: undefined,
  clientCertificates: 'ignored',
  minimumTlsVersion: 'TLSv1.2',
  cipherSuites: [],
  ...more,
});

test('PKCS#12, PEM with its key, PEM with a key of its own, encrypted PEM and JKS are all read and valid', async () => {
  assert.ok((await loadTls(settings('store.p12', 'secret'))).options.pfx);
  assert.ok((await loadTls(settings('chain-and-key.pem'))).options.key);
  assert.ok((await loadTls(settings('chain.pem', undefined, { keyPath: fixture('key.pem') }))).options.key);
  assert.ok((await loadTls(settings('encrypted-key.pem', 'secret'))).options.key);
  assert.ok((await loadTls(settings('store.jks', 'secret1'))).options.key);
});

test('old TLS: TLS 1.2 is the floor', async () => {
  assert.equal((await loadTls(settings('chain-and-key.pem'))).options.minVersion, 'TLSv1.2');
});

const refusals: readonly (readonly [string, TlsSettings, string])[] = [
  ['a wrong password', settings('store.p12', 'wrong'), 'the password is wrong or missing; check keyStorePassword'],
  ['a missing password', settings('store.p12'), 'the password is wrong or missing; check keyStorePassword'],
  ['a wrong JKS password', settings('store.jks', 'wrong'), 'the password is wrong; check keyStorePassword'],
  ['a file that is not there', settings('nowhere.p12'), 'there is no such file; check the path of the key store'],
  ['a folder', settings('.'), 'it is a folder; name the file in it'],
  ['noise', settings('noise.bin'), 'it is neither PKCS#12 nor PEM nor JKS; check that the path names the right file'],
  ['a trust store', settings('trust.p12', 'secret'), 'it holds no private key; it may be a trust store'],
  ['certificates without a key', settings('chain.pem'), 'no private key was found; append it to the file, or name its file as keyPath'],
  [
    'a key without certificates',
    settings('key.pem'),
    'it holds no certificate; put the chain there, the certificate of this service first',
  ],
  [
    'an encrypted key without a password',
    settings('encrypted-key.pem'),
    'the private key is encrypted; give its password as keyStorePassword',
  ],
  [
    'a key that does not fit',
    settings('mismatch.pem'),
    'the private key does not belong to the certificate; put the certificate of this service first',
  ],
  [
    'legacy encryption',
    settings('legacy.p12', 'secret'),
    `it is encrypted in a way that is out of use (RC2 or 3DES); write it anew: openssl pkcs12 -legacy -in ${fixture('legacy.p12')} -nodes | openssl pkcs12 -export -out ${fixture('legacy-new.p12')}`,
  ],
  ['an expired certificate', settings('expired.pem'), 'the certificate CN=localhost has expired on Jan  1 00:00:00 2011 GMT; renew it'],
  [
    'an expired certificate in PKCS#12',
    settings('expired.p12', 'secret'),
    'the certificate CN=localhost has expired on Jan  1 00:00:00 2011 GMT; renew it',
  ],
  [
    'a certificate of the future',
    settings('not-yet-valid.pem'),
    'the certificate CN=localhost is not valid before Jan  1 00:00:00 2100 GMT',
  ],
  [
    'a broken chain',
    settings('broken-chain.pem'),
    'the chain is broken: CN=localhost was not issued by CN=Test Root; put each issuer after what it issued',
  ],
  [
    'unknown ciphers',
    settings('chain-and-key.pem', undefined, { cipherSuites: ['NONSENSE'] }),
    'none of supportedCipherSuites is known; use the names of OpenSSL',
  ],
];

for (const [what, wanted, reason] of refusals) {
  test(`${what} is refused in one sentence`, async () => {
    await assert.rejects(loadTls(wanted), {
      code: 'KEELSON_KEY_STORE',
      message: `Cannot use the key store ${wanted.keyStorePath}: ${reason}`,
    });
  });
}

test('without validateCerts an expired certificate is served', async () => {
  assert.ok((await loadTls(settings('expired.pem', undefined, { validateCerts: false }))).options.cert);
});

test('a trust store without certificates is refused', async () => {
  const trustStorePath = fileURLToPath(import.meta.url);
  await assert.rejects(loadTls(settings('chain-and-key.pem', undefined, { trustStorePath })), {
    message: `Cannot use the key store ${trustStorePath}: it holds no PEM certificate; export the certificates to trust as PEM`,
  });
});

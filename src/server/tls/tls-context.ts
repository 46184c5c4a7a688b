import type { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';

import type { TlsOptions } from '../engines/engine.js';
import { servedChain } from './certificate-chain.js';
import { KeyStoreError, readKeyStore, readTrustStore } from './key-store.js';
import type { KeyMaterial } from './key-store.js';

/** The TLS part of a connector. */
export interface TlsSettings {
  readonly keyStorePath: string;
  readonly keyStorePassword: string | undefined;
  readonly keyPath: string | undefined;
  readonly validateCerts: boolean;
  readonly trustStorePath: string | undefined;
  readonly clientCertificates: 'needed' | 'wanted' | 'ignored';
  readonly minimumTlsVersion: 'TLSv1.2' | 'TLSv1.3';
  readonly cipherSuites: readonly string[];
}

/** What handshakes need, and what they will show. */
export interface LoadedTls {
  readonly options: TlsOptions;
  /** The certificates that clients will be shown, the service's own first. */
  readonly chain: readonly X509Certificate[];
}

/** Reads all that TLS needs and tries it out, so that a bad key store is found when it is read and not by the first client. */
export async function loadTls(settings: TlsSettings): Promise<LoadedTls> {
  const { keyStorePath: path, keyStorePassword: password, keyPath, trustStorePath, cipherSuites } = settings;
  const material = await readKeyStore({ path, password, keyPath });
  const options: TlsOptions = {
    ...credentials(material),
    minVersion: settings.minimumTlsVersion,
    ciphers: (cipherSuites.length === 0 ? defaultCipherSuites : cipherSuites).join(':'),
    // Without a trust store nobody is vouched for; node would trust the public authorities.
    ca: trustStorePath === undefined ? [] : await readTrustStore(trustStorePath),
    requestCert: settings.clientCertificates !== 'ignored',
    rejectUnauthorized: settings.clientCertificates === 'needed',
  };
  const context = tryOut(path, options);
  const chain = await servedChain(context, options);
  if (settings.validateCerts) checkChain(path, chain, new Date());
  return { options, chain };
}

/** Authenticated encryption with forward secrecy only. Node's own list has CBC suites for TLS 1.2, which are prone to timing attacks (Lucky 13). */
const defaultCipherSuites: readonly string[] = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
];

function credentials(material: KeyMaterial): TlsOptions {
  const passphrase = material.passphrase === undefined ? {} : { passphrase: material.passphrase };
  return material.kind === 'pkcs12' ? { pfx: material.pfx, ...passphrase } : { cert: material.cert, key: material.key, ...passphrase };
}

function tryOut(path: string, options: TlsOptions): ReturnType<typeof createSecureContext> {
  try {
    return createSecureContext(options);
  } catch (thrown) {
    throw new KeyStoreError(path, sentence(path, thrown as NodeJS.ErrnoException), { cause: thrown });
  }
}

// OpenSSL's own words help nobody who does not know OpenSSL.
function sentence(path: string, { message, code }: NodeJS.ErrnoException): string {
  if (/mac verify failure|bad decrypt|bad password|interrupted or cancelled/i.test(message))
    return 'the password is wrong or missing; check keyStorePassword';
  if (code === 'ERR_CRYPTO_UNSUPPORTED_OPERATION' || /unsupported/i.test(message)) {
    const renewed = `${path.replace(/\.[^./]*$/, '')}-new.p12`;
    return (
      'it is encrypted in a way that is out of use (RC2 or 3DES); write it anew: ' +
      `openssl pkcs12 -legacy -in ${path} -nodes | openssl pkcs12 -export -out ${renewed}`
    );
  }
  if (/unable to load private key/i.test(message)) return 'it holds no private key; it may be a trust store';
  if (/key values mismatch/i.test(message))
    return 'the private key does not belong to the certificate; put the certificate of this service first';
  if (/no cipher match|invalid command/i.test(message)) return 'none of supportedCipherSuites is known; use the names of OpenSSL';
  if (/ee key too small|key too small|md too weak/i.test(message)) return `its key or signature is too weak (${message}); make a new one`;
  if (/not enough data|wrong tag|header too long|too long|asn1|no start line/i.test(message))
    return 'it is damaged, or not a PKCS#12 or PEM file';
  return message;
}

function checkChain(path: string, chain: Awaited<ReturnType<typeof servedChain>>, now: Date): void {
  for (const [index, certificate] of chain.entries()) {
    const name = certificate.subject.replaceAll('\n', ', ');
    if (new Date(certificate.validFrom) > now)
      throw new KeyStoreError(path, `the certificate ${name} is not valid before ${certificate.validFrom}`);
    if (new Date(certificate.validTo) < now)
      throw new KeyStoreError(path, `the certificate ${name} has expired on ${certificate.validTo}; renew it`);
    const issuer = chain[index + 1];
    if (issuer !== undefined && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))) {
      throw new KeyStoreError(
        path,
        `the chain is broken: ${name} was not issued by ${issuer.subject.replaceAll('\n', ', ')}; put each issuer after what it issued`,
      );
    }
  }
}

import { X509Certificate } from 'node:crypto';
import { duplexPair } from 'node:stream';
import { TLSSocket, connect } from 'node:tls';
import type { SecureContext } from 'node:tls';

import type { TlsOptions } from '../engines/engine.js';

/**
 * The certificates that clients will be shown, the service's own first: as they stand in a PEM file, or, since nothing reads a PKCS#12 file for
 * us, as a handshake within this process shows them.
 */
export async function servedChain(secureContext: SecureContext, { cert }: TlsOptions): Promise<readonly X509Certificate[]> {
  if (typeof cert === 'string') {
    return (cert.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []).map((text) => new X509Certificate(text));
  }
  const [ours, theirs] = duplexPair();
  const server = new TLSSocket(ours, { isServer: true, secureContext });
  const client = connect({ socket: theirs, rejectUnauthorized: false });
  try {
    await new Promise<void>((resolve, reject) => {
      server.on('error', reject);
      client.on('error', reject).once('secureConnect', resolve);
    });
    return chainOf(client);
  } finally {
    client.destroy();
    server.destroy();
  }
}

function chainOf(socket: TLSSocket): readonly X509Certificate[] {
  const chain: X509Certificate[] = [];
  let certificate = socket.getPeerCertificate(true);
  // A certificate that issued itself names itself as its issuer.
  while (certificate?.raw !== undefined && !chain.some((other) => other.raw.equals(certificate.raw))) {
    chain.push(new X509Certificate(certificate.raw));
    certificate = certificate.issuerCertificate;
  }
  return chain;
}

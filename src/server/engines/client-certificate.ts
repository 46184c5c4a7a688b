import type { X509Certificate } from 'node:crypto';
import type { Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { TlsOptions } from './engine.js';

/** The certificate that the client has shown, where the trust store vouches for it. */
export function clientCertificateOf(socket: Socket): X509Certificate | undefined {
  const { authorized, getPeerX509Certificate } = socket as Partial<TLSSocket>;
  return authorized === true ? getPeerX509Certificate?.call(socket as TLSSocket) : undefined;
}

/**
 * Where certificates are wanted but not needed, OpenSSL lets clients in that show one nobody vouches for. They are refused here, before anything is
 * read from them, as those that need a certificate are by node. To be called after all other listeners for connections were added.
 */
export function refuseBadCertificates(server: Server, { requestCert, rejectUnauthorized }: TlsOptions): void {
  if (requestCert !== true || rejectUnauthorized !== false) return;
  const listeners = server.listeners('secureConnection') as ((socket: TLSSocket) => void)[];
  server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    if (!socket.authorized && socket.getPeerX509Certificate() !== undefined) socket.destroy();
    else for (const listener of listeners) listener.call(server, socket);
  });
}

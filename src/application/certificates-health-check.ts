import { HealthCheck, HealthResult } from '../health/health-check.js';
import type { Server } from '../server/server.js';
import { expiryOf } from '../server/tls/served-certificate.js';

/**
 * The check `certificates`: unhealthy when a certificate that the service shows has expired, healthy with a message when one soon will. It is not
 * critical: taking the service out of traffic would help nobody.
 */
export class CertificatesHealthCheck extends HealthCheck {
  constructor(private readonly server: Server) {
    super();
  }

  override check(): HealthResult {
    const found = this.server.certificates.map((certificate) => expiryOf(certificate, new Date()));
    const messages = found.flatMap((expiry) => (expiry.state === 'fine' ? [] : [expiry.message])).join('. ');
    if (found.some(({ state }) => state === 'expired')) return HealthResult.unhealthy(messages);
    return messages === '' ? HealthResult.healthy() : HealthResult.healthy(messages);
  }
}

import type { X509Certificate } from 'node:crypto';

import { Duration } from '../../values/duration.js';

/** The certificate of a connector that runs out first, with the time at which that is worth a warning. */
export interface ServedCertificate {
  readonly keyStorePath: string;
  /** As in "CN=localhost". */
  readonly subject: string;
  readonly validTo: Date;
  readonly warnFrom: Date;
}

/** Of a chain, the certificate that runs out first: clients refuse the whole chain then. Undefined where nothing is known of the chain. */
export function firstToExpire(keyStorePath: string, chain: readonly X509Certificate[], warning: Duration): ServedCertificate | undefined {
  const [first] = chain.toSorted((a, b) => Date.parse(a.validTo) - Date.parse(b.validTo));
  if (first === undefined) return undefined;
  const validTo = new Date(first.validTo);
  return {
    keyStorePath,
    subject: first.subject.replaceAll('\n', ', '),
    validTo,
    warnFrom: new Date(validTo.getTime() - warning.toMilliseconds()),
  };
}

/** What there is to say about a certificate at that time: `fine`, or a sentence that says what to do. */
export function expiryOf(certificate: ServedCertificate, now: Date): CertificateExpiry {
  const { subject, keyStorePath, validTo, warnFrom } = certificate;
  const what = `The certificate ${subject} of the key store ${keyStorePath}`;
  const day = validTo.toISOString().slice(0, 10);
  if (validTo <= now) return { state: 'expired', message: `${what} expired on ${day}; renew it and run the task reload-ssl` };
  if (warnFrom > now) return { state: 'fine' };
  const days = Math.floor((validTo.getTime() - now.getTime()) / oneDay);
  const left = days === 0 ? 'in less than a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  return { state: 'soon', message: `${what} expires ${left}, on ${day}; renew it and run the task reload-ssl` };
}

/** How it stands with a certificate. */
export type CertificateExpiry = { readonly state: 'fine' } | { readonly state: 'soon' | 'expired'; readonly message: string };

const oneDay = Duration.days(1).toMilliseconds();

/** The URL of the root of a host, from a scheme and the value of a Host header; undefined where they do not form one. */
export function hostUrl(scheme: 'http' | 'https', host: string | undefined): URL | undefined {
  // A host that brings a path, a query or a user along would shift whatever follows it.
  if (host === undefined || !/^[^\s/?#@\\]+$/.test(host) || !URL.canParse(`${scheme}://${host}`)) return undefined;
  return new URL(`${scheme}://${host}`);
}

/** True where a URL names its host by an IP address. */
export function isIpAddress({ hostname }: URL): boolean {
  // The parser has normalised it: four numbers, or an IPv6 address in brackets.
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname);
}

/**
 * Fetches a JSON object from an issuer: within the time limit, no more than half a megabyte, and without following redirects, which could lead to a
 * place that nobody configured.
 */
export async function fetchJson(url: string, milliseconds: number, stopped: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    redirect: 'error',
    headers: { Accept: 'application/json' },
    signal: AbortSignal.any([stopped, AbortSignal.timeout(milliseconds)]),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url} answered with ${response.status}`);
  }
  const value: unknown = JSON.parse(await limitedText(response, url));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${url} did not answer with a JSON object`);
  return value as Record<string, unknown>;
}

async function limitedText(response: Response, url: string): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of response.body ?? []) {
    size += (piece as Uint8Array).byteLength;
    if (size > mostBytes) throw new Error(`${url} answered with more than ${mostBytes} bytes`);
    pieces.push(piece as Uint8Array);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const mostBytes = 512 * 1024;

/** True for an address that nobody on the way can change: https, or http on this machine. */
export function isSafeUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  if (username !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

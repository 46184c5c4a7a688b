/**
 * The path and query of a request's target. Absolute-form targets ("GET http://host/path") reach us through proxies; RFC 9112 §3.2.2 says to
 * accept them.
 */
export function originForm(target: string): string {
  return target.charCodeAt(0) === 47 ? target : withoutAuthority(target);
}

function withoutAuthority(target: string): string {
  const [, rest] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(target) ?? [];
  if (rest === undefined) return `/${target}`;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

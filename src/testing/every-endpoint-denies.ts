import { resourcePrefix } from '../application/server-sections.js';
import type { Principal } from '../contract/access.js';
import type { PublishedEndpoint } from '../contract/contract.js';
import type { ApplicationTest } from './application-test.js';
import { TestAnswerError, TestUsageError } from './test-errors.js';

/** A caller without credentials, for {@link everyEndpointDenies}. */
export const anonymous: unique symbol = Symbol('anonymous');

/** Which endpoints are not meant. */
export interface DenialOptions {
  /** As `routes` lists them: `GET /accounts/rates`. */
  readonly except?: readonly string[];
}

/**
 * Sends a request to every endpoint of a running service and throws unless each of them is denied with 401 or 403. Those that are open on purpose are
 * listed; one that does not exist, or is denied after all, is reported too.
 *
 * @example await everyEndpointDenies(service, anonymous, { except: ['GET /accounts/rates'] });
 */
export async function everyEndpointDenies(
  service: ApplicationTest,
  caller: Principal | typeof anonymous,
  { except = [] }: DenialOptions = {},
): Promise<void> {
  const client = caller === anonymous ? service : service.as(caller);
  const { endpoints } = service.environment.resources.contract(resourcePrefix(service.configuration.server));
  const base = new URL(service.baseUrl).pathname.replace(/\/$/, '');
  const names = endpoints.map(nameOf);
  const unknown = except.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new TestUsageError(`There is no endpoint ${unknown.join(', ')}; these are there: ${names.join(', ')}`);
  const wrong: string[] = [];
  for (const published of endpoints) {
    const name = nameOf(published);
    const { httpMethod: method, consumes, produces } = published.endpoint;
    const headers = { Accept: produces.join(', '), ...(consumes?.[0] === undefined ? {} : { 'Content-Type': consumes[0].toString() }) };
    const { status } = await client.request({ method, path: filled(published.path).slice(base.length) || '/', headers });
    const isDenied = status === 401 || status === 403;
    if (isDenied === except.includes(name)) wrong.push(`${name} was answered with ${status}`);
  }
  const who = caller === anonymous ? 'an anonymous caller' : caller.name;
  if (wrong.length > 0) throw new TestAnswerError(`Not as expected for ${who}: ${wrong.join('; ')}`);
}

function nameOf({ path, endpoint }: PublishedEndpoint): string {
  return `${endpoint.httpMethod} ${path}`;
}

/** The path with something in place of its variables. Expressions in them may hold braces themselves. */
function filled(template: string): string {
  return template.replace(/\{(?:[^{}]|\{[^{}]*\})*\}/g, '1');
}

import type { AccessModel } from '../contract/access.js';
import type { EndpointModel } from '../contract/endpoint-model.js';
import type { JsonSchema } from '../values/json-schema.js';

/** How callers are recognised, and what counts for endpoints without a decision. */
export interface SecuritySettings {
  /** The schemes in the order in which they are asked: "Bearer", "Basic". */
  readonly schemes: readonly string[];
  readonly undecided: AccessModel['who'];
}

/** Who may call an endpoint: everybody where nobody is asked who he is. */
export function callersOf({ access }: EndpointModel, { schemes, undecided }: SecuritySettings): AccessModel['who'] {
  return schemes.length === 0 ? 'everybody' : (access?.who ?? undecided);
}

/** What an operation says of it: one entry for each way in. The names of roles and scopes stand beside the scheme. */
export function securityOf(endpoint: EndpointModel, settings: { readonly security: SecuritySettings }): JsonSchema {
  const { security } = settings;
  if (callersOf(endpoint, security) === 'everybody') return {};
  const { roles = [], scopes = [] } = endpoint.access ?? {};
  const demands = roles.length === 0 ? [scopes] : roles.map((role) => [role, ...scopes]);
  return { security: security.schemes.flatMap((scheme) => demands.map((demand) => ({ [schemeName(scheme)]: demand }))) };
}

/** The schemes for the components of the document. */
export function securitySchemes({ schemes }: SecuritySettings): JsonSchema {
  if (schemes.length === 0) return {};
  return {
    securitySchemes: Object.fromEntries(schemes.map((scheme) => [schemeName(scheme), { type: 'http', scheme: scheme.toLowerCase() }])),
  };
}

function schemeName(scheme: string): string {
  return scheme.toLowerCase().replaceAll(/[^\w.-]/g, '_');
}

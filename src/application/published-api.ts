import { publishApi } from '../openapi/openapi-document.js';
import type { PublishedApi } from '../openapi/openapi-document.js';
import { applicationVersion } from './application-version.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { resourcePrefix, resourceSettings } from './server-sections.js';

/** The OpenAPI document of what was registered; throws an `OpenApiError` where it cannot be written. */
export function publishedApi(
  { auth, mapper, name, resources }: Environment,
  { auth: { default: undecided }, openapi, server }: Configuration,
): PublishedApi {
  const { description, servers, title = name, version = applicationVersion() ?? '0' } = openapi;
  return publishApi({
    contract: resources.contract(resourcePrefix(server)),
    title,
    version,
    description,
    servers,
    subtypes: mapper.subtypes,
    unknownProperties: mapper.unknownProperties,
    unsupportedMediaTypeStatus: resourceSettings(server).unsupportedMediaTypeStatus ?? 406,
    security: { schemes: auth.schemes, undecided: undecided === 'authenticated' ? 'authenticated' : 'everybody' },
    answerOf: (error) => resources.answerOf(error),
  });
}

import { normalizedPrefix } from '../http/path-claims.js';
import { JsonTypeName } from '../json/json-annotations.js';
import { MultipartFactory } from '../resources/multipart/multipart-factory.js';
import type { ResourceSettings } from '../resources/resource-settings.js';
import { withResourceKeys } from '../resources/resources-factory.js';
import type { ResourceKeys } from '../resources/resources-factory.js';
import { DefaultServerFactory as TwoPorts } from '../server/default-server-factory.js';
import type { ServerFactory } from '../server/server-factory.js';
import { SimpleServerFactory as OnePort } from '../server/simple-server-factory.js';
import { Duration } from '../values/duration.js';

/** `server: { type: default }` of an application: two ports, and what is said about its resources. */
@JsonTypeName('default')
export class DefaultServerFactory extends withResourceKeys(TwoPorts) {}

/** `server: { type: simple }` of an application: one port, and what is said about its resources. */
@JsonTypeName('simple')
export class SimpleServerFactory extends withResourceKeys(OnePort) {}

/** Where resources begin on the application's ports, without trailing "/" or "/*"; empty for the root. */
export function resourcePrefix(server: ServerFactory): string {
  return normalizedPrefix(server.applicationContextPath) + normalizedPrefix(resourceKeys(server).rootPath ?? '/');
}

/** What the `server` section says about resources; the defaults where it is of a class without such keys. */
export function resourceSettings(server: ServerFactory): ResourceSettings {
  const {
    detailedJsonErrors = true,
    eventHeartbeat = Duration.seconds(15),
    multipart = new MultipartFactory(),
    unsupportedMediaTypeStatus,
    validateResourceProperties = true,
  } = resourceKeys(server);
  return {
    contextPath: resourcePrefix(server),
    detailedJsonErrors,
    eventHeartbeat: eventHeartbeat.toMilliseconds(),
    multipart,
    maxRequestBodySize: server.maxRequestBodySize.toBytes(),
    unsupportedMediaTypeStatus: unsupportedMediaTypeStatus === 415 ? 415 : 406,
    validateResourceProperties,
  };
}

function resourceKeys(server: ServerFactory): Partial<ResourceKeys> {
  return server as ServerFactory & Partial<ResourceKeys>;
}

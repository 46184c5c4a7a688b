import type { Configuration } from '../application/configuration.js';
import { publishedApi } from '../application/published-api.js';
import { resourcePrefix } from '../application/server-sections.js';
import { sourceOf } from '../contract/source-place.js';
import { breakingChanges } from '../openapi/api-diff.js';
import type { BreakingChange } from '../openapi/api-diff.js';
import type { JsonSchema } from '../values/json-schema.js';
import type { PlacedChange } from './contract-file.js';
import type { DescribedApplication } from './described-application.js';

/** The changes in the code that break a document, each with the line of its endpoint. */
export function changesSince(before: JsonSchema, application: DescribedApplication<Configuration>): readonly PlacedChange[] {
  const { environment, configuration } = application;
  const { document } = publishedApi(environment, configuration);
  const sources = new Map(
    environment.resources.contract(resourcePrefix(configuration.server)).endpoints.map(({ endpoint, path }) => {
      const { file, line } = sourceOf(endpoint.declaration);
      return [
        `${endpoint.httpMethod} ${path.replaceAll(/\{\s*([\w.-]+)\s*:[^}]*\}/g, '{$1}')}`,
        file === null ? undefined : `${file}:${line}`,
      ];
    }),
  );
  return breakingChanges(before, document).map((change: BreakingChange) => ({ ...change, source: sources.get(change.endpoint) }));
}

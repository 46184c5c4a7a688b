import type { Contract, PublishedEndpoint } from '../contract/contract.js';
import { plainTemplate } from '../contract/path-template.js';
import { docOf } from '../json/doc.js';
import type { Subtypes } from '../json/subtypes.js';
import type { Class } from '../reflection/type-ref.js';
import type { JsonSchema } from '../values/json-schema.js';
import { OpenApiError } from './openapi-error.js';
import { operationOf, tagOf } from './operation.js';
import type { OperationParts } from './operation.js';
import { errorSchemas } from './responses.js';
import type { ResponseSettings } from './responses.js';
import { SchemaCatalogue } from './schema-catalogue.js';
import { securitySchemes } from './security.js';
import { UnexpressedRules } from './unexpressed-rules.js';
import type { UnexpressedRule } from './unexpressed-rules.js';

/** What a document is made of. */
export interface DocumentSources extends ResponseSettings {
  readonly contract: Contract;
  readonly title: string;
  readonly version: string;
  readonly description: string | undefined;
  /** Where the API is served; "/" where nothing is said. */
  readonly servers: readonly string[];
  readonly subtypes: Subtypes;
  /** Whether bodies may have properties that their class does not know. */
  readonly unknownProperties: 'ignore' | 'refuse';
}

/** An API as it is published. */
export interface PublishedApi {
  /** An OpenAPI 3.1 document. */
  readonly document: JsonSchema;
  /** What the service demands and the document does not say. */
  readonly unexpressed: readonly UnexpressedRule[];
  /** The endpoints whose answers are not described, as nothing tells their type. */
  readonly undescribed: readonly PublishedEndpoint[];
}

/** Writes the OpenAPI document of a contract. The same contract always gives the same document. */
export function publishApi(sources: DocumentSources): PublishedApi {
  const { contract, subtypes, unknownProperties } = sources;
  const unexpressed = new UnexpressedRules();
  const catalogue = new SchemaCatalogue();
  const problems: string[] = [];
  const parts: OperationParts = { bodies: { catalogue, unexpressed, subtypes, unknownProperties }, responses: sources, problems };
  const operations = operationsOf(contract, unexpressed);
  const paths = pathsOf(operations, parts);
  if (problems.length > 0) throw new OpenApiError(problems);
  const { finalNames, schemas } = catalogue.settle(Object.keys(errorSchemas));
  const { paths: settledPaths, responses } = withSharedResponses(paths);
  const document: JsonSchema = {
    openapi: '3.1.0',
    info: {
      title: sources.title,
      version: sources.version,
      ...(sources.description === undefined ? {} : { description: sources.description }),
    },
    servers: (sources.servers.length === 0 ? ['/'] : sources.servers).map((url) => ({ url })),
    security: [],
    tags: tagsOf(contract.endpoints),
    paths: settledPaths,
    components: {
      schemas: Object.fromEntries([...Object.entries(errorSchemas), ...schemas].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      responses,
      ...securitySchemes(sources.security),
    },
  };
  return {
    document: withFinalNames(document, finalNames) as JsonSchema,
    unexpressed: unexpressed.all(),
    undescribed: contract.endpoints.filter(({ endpoint }) => !endpoint.result.isKnown && isJsonEndpoint(endpoint)),
  };
}

/** The endpoints of one method and path, by path. Paths that differ only in the names of their variables are one to OpenAPI. */
interface FoundPath {
  readonly path: string;
  readonly methods: Map<string, PublishedEndpoint[]>;
}

function operationsOf({ endpoints, openPaths }: Contract, unexpressed: UnexpressedRules): readonly FoundPath[] {
  const byShape = new Map<string, FoundPath>();
  for (const published of endpoints) {
    const { httpMethod } = published.endpoint;
    if (!knownMethods.has(httpMethod)) {
      unexpressed.add(`${httpMethod} ${published.path}`, `OpenAPI 3.1 knows no method ${httpMethod}, so the endpoint is left out`);
      continue;
    }
    const shape = plainTemplate(published.path).path.replaceAll(/\{[^}]*\}/g, '{}');
    const found = byShape.get(shape) ?? { path: published.path, methods: new Map<string, PublishedEndpoint[]>() };
    byShape.set(shape, found);
    const same = found.methods.get(httpMethod) ?? [];
    found.methods.set(httpMethod, [...same, published]);
    if (found.path !== published.path)
      unexpressed.add(`${httpMethod} ${published.path}`, `to OpenAPI this is the same path as ${found.path}, under which it is listed`);
  }
  for (const { path, locator } of openPaths) unexpressed.add(path, `${locator.name} finds what answers there when a request comes`);
  return [...byShape.values()];
}

const knownMethods: ReadonlySet<string> = new Set(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']);

function pathsOf(found: readonly FoundPath[], parts: OperationParts): Readonly<Record<string, Record<string, JsonSchema>>> {
  const ids = new Set<string>();
  return Object.fromEntries(
    found.map(({ path, methods }) => {
      const template = plainTemplate(path);
      const items = [...methods].map(([method, endpoints]): [string, JsonSchema] => {
        const { tags, summary, description, ...rest } = operationOf(endpoints, template, parts);
        const id = uniqueId(endpoints[0]!.endpoint.name, method, ids);
        return [method.toLowerCase(), { operationId: id, tags, summary, ...(description === undefined ? {} : { description }), ...rest }];
      });
      return [template.path, Object.fromEntries(items)];
    }),
  );
}

/** "PeopleResource.list"; one method may answer at several paths, or to several HTTP methods. */
function uniqueId(name: string, method: string, taken: Set<string>): string {
  let id = name;
  for (let count = 1; taken.has(id); count++) id = `${name}.${method.toLowerCase()}${count === 1 ? '' : count}`;
  taken.add(id);
  return id;
}

function tagsOf(endpoints: readonly PublishedEndpoint[]): readonly JsonSchema[] {
  const resources = new Map<string, Class>(endpoints.map(({ endpoint }) => [tagOf(endpoint.resource), endpoint.resource]));
  return [...resources]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, resource]) => {
      const description = docOf(resource);
      return description === undefined ? { name } : { name, description };
    });
}

/** Moves the error answers that several operations have into the components. */
function withSharedResponses(paths: ReturnType<typeof pathsOf>): { readonly paths: JsonSchema; readonly responses: JsonSchema } {
  const names = new Map<string, string>();
  const responses: Record<string, JsonSchema> = {};
  const shared = (status: string, response: JsonSchema): JsonSchema => {
    if (Number(status) < 400 || response['headers'] !== undefined) return response;
    const key = JSON.stringify([status, response]);
    let name = names.get(key);
    if (name === undefined) {
      const base = String(response['description']).length > 40 ? `Status${status}` : pascalCase(String(response['description']));
      name = base;
      for (let count = 2; responses[name] !== undefined; count++) name = `${base}${count}`;
      names.set(key, name);
      responses[name] = response;
    }
    return { $ref: `#/components/responses/${name}` };
  };
  const rewritten = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        {
          ...operation,
          responses: Object.fromEntries(
            Object.entries(operation['responses'] as Record<string, JsonSchema>).map(([status, response]) => [
              status,
              shared(status, response),
            ]),
          ),
        },
      ]),
    ),
  ]);
  return { paths: Object.fromEntries(rewritten) as JsonSchema, responses };
}

function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Puts the final names of schemas in place of the provisional ones. */
function withFinalNames(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((element) => withFinalNames(element, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const name = key === '$ref' ? names.get(String(part)) : undefined;
      return [key, name === undefined ? withFinalNames(part, names) : `#/components/schemas/${name}`];
    }),
  );
}

/** Of a text or of bytes nothing more is to be said. */
function isJsonEndpoint({ produces }: PublishedEndpoint['endpoint']): boolean {
  return produces.some(({ essence, suffix }) => essence === 'application/json' || suffix === 'json');
}

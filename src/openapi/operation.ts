import type { Deprecation } from '../contract/annotations/deprecated-annotation.js';
import type { PublishedEndpoint } from '../contract/contract.js';
import type { PlainTemplate } from '../contract/path-template.js';
import { DocNote } from '../json/doc.js';
import type { Class } from '../reflection/type-ref.js';
import type { JsonSchema } from '../values/json-schema.js';
import type { BodySchemaParts } from './body-schemas.js';
import { parametersOf } from './parameters.js';
import type { DescribedParameter } from './parameters.js';
import { requestBodyOf } from './request-body.js';
import type { RequestBody } from './request-body.js';
import { Responses } from './responses.js';
import type { ResponseSettings } from './responses.js';
import { securityOf } from './security.js';

/** What an operation is made with. */
export interface OperationParts {
  readonly bodies: BodySchemaParts;
  readonly responses: ResponseSettings;
  readonly problems: string[];
}

/** The operation of one method at one path. Several endpoints may share it, which differ in the media types they read or write. */
export function operationOf(endpoints: readonly PublishedEndpoint[], template: PlainTemplate, parts: OperationParts): JsonSchema {
  const { bodies, problems } = parts;
  const [first] = endpoints;
  const { endpoint } = first!;
  const parameters = new Map<string, JsonSchema>();
  const responses = new Responses(bodies, parts.responses, problems);
  const requestBodies: (RequestBody | undefined)[] = [];
  for (const published of endpoints) {
    bodies.catalogue.place = published.endpoint.name;
    const described = describedParameters(published, bodies);
    for (const parameter of described) addParameter(parameters, parameter, endpoints.length > 1);
    requestBodies.push(requestBodyOf(published.endpoint, described, bodies));
    responses.add(published.endpoint, described, template.variables.length > 0);
  }
  const all = [...pathParameters(template, parameters), ...[...parameters.values()].filter((parameter) => parameter['in'] !== 'path')];
  const requestBody = mergedBody(requestBodies);
  const deprecation = endpoints.every((one) => one.endpoint.deprecation !== undefined) ? endpoint.deprecation : undefined;
  return {
    tags: [tagOf(endpoint.resource)],
    ...wordsOf(endpoint.method.annotations.first(DocNote), endpoint.method.name, deprecation),
    ...(deprecation === undefined ? {} : { deprecated: true }),
    ...(deprecation?.sunset === undefined ? {} : { 'x-sunset': deprecation.sunset.toISOString().slice(0, 10) }),
    ...(all.length > 0 ? { parameters: all } : {}),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responses.toJson(),
    ...securityOf(endpoint, parts.responses),
  };
}

/** The heading under which readers find the operations of a class. */
export function tagOf(resource: Class): string {
  return resource.name.replace(/(.)Resource$/, '$1');
}

function describedParameters(
  { endpoint, locators, path }: PublishedEndpoint,
  { unexpressed }: BodySchemaParts,
): readonly DescribedParameter[] {
  const name = `${endpoint.httpMethod} ${path}`;
  return [...locators, endpoint].flatMap((callable) => parametersOf(callable, name, unexpressed));
}

/** Where endpoints share an operation, only what all of them need is required; a parameter that one of them lacks is not. */
function addParameter(known: Map<string, JsonSchema>, parameter: DescribedParameter, shared: boolean): void {
  const { source, required, schema, description, deprecated } = parameter;
  // OpenAPI 3.1 §4.8.12.2: these headers are described elsewhere.
  if (source.from === 'form' || (source.from === 'header' && /^(?:accept|content-type|authorization)$/i.test(source.name))) return;
  known.set(`${source.from} ${source.name}`, {
    name: source.name,
    in: source.from,
    ...(description === undefined ? {} : { description }),
    ...((shared ? source.from === 'path' : required) ? { required: true } : {}),
    ...(deprecated ? { deprecated } : {}),
    schema,
  });
}

/** Every variable of the path in its order; one that no method asks for is text. */
function pathParameters({ variables }: PlainTemplate, parameters: ReadonlyMap<string, JsonSchema>): readonly JsonSchema[] {
  const seen = new Set<string>();
  return variables.flatMap(({ name, expression }): readonly JsonSchema[] => {
    if (seen.has(name)) return [];
    seen.add(name);
    const known = parameters.get(`path ${name}`) ?? { name, in: 'path', required: true, schema: { type: 'string' } };
    const schema = known['schema'] as JsonSchema;
    const isText = schema['type'] === 'string' && schema['pattern'] === undefined;
    return [expression === undefined || !isText ? known : { ...known, schema: { ...schema, pattern: `^(?:${expression})$` } }];
  });
}

function mergedBody(bodies: readonly (RequestBody | undefined)[]): JsonSchema | undefined {
  const given = bodies.filter((body) => body !== undefined);
  const description = given.find((body) => body.description !== undefined)?.description;
  const content = new Map(given.flatMap((body) => [...body.content]));
  if (content.size === 0) return undefined;
  return {
    ...(description === undefined ? {} : { description }),
    content: Object.fromEntries([...content].map(([mediaType, schema]) => [mediaType, { schema }])),
    required: given.length === bodies.length && given.every(({ required }) => required),
  };
}

/** The first sentence is the summary. Without any, it is made from the method's name: "Find by name" of findByName. */
function wordsOf(doc: string | undefined, method: string, deprecation: Deprecation | undefined): JsonSchema {
  const [summary = ''] = /^[\s\S]*?[.!?](?=\s|$)/.exec(doc ?? '') ?? [doc ?? ''];
  const rest = (doc ?? '').slice(summary.length).trim();
  const instead = deprecation?.use === undefined ? '' : `Use ${deprecation.use} instead.`;
  const description = [rest, instead].filter((text) => text !== '').join(' ');
  return { summary: summary === '' ? inWords(method) : summary.replace(/\.$/, ''), ...(description === '' ? {} : { description }) };
}

function inWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

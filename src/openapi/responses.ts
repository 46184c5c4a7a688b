import { deprecationHeaders } from '../contract/annotations/deprecated-annotation.js';
import { isStreamed } from '../contract/body-types.js';
import type { EndpointModel, ResultModel } from '../contract/endpoint-model.js';
import { cacheControlText } from '../http/cache-control.js';
import type { ErrorClass } from '../http/exception-status.js';
import { MediaType } from '../http/media-type.js';
import { forbidsContent, reasonPhrase } from '../http/status.js';
import { isScalar } from '../json/scalars.js';
import { settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';
import { Demands } from '../schema/demands.js';
import { ValidKind } from '../validation/constraint-annotations.js';
import { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { writtenSchema } from './body-schemas.js';
import type { BodySchemaParts } from './body-schemas.js';
import type { DescribedParameter } from './parameters.js';
import { callersOf } from './security.js';
import type { SecuritySettings } from './security.js';

/** What an error leads to. */
export interface ErrorAnswer {
  readonly status: number;
  /** Undefined for the framework's own error body. */
  readonly type: TypeRef | undefined;
}

/** What the answers of all endpoints have in common. */
export interface ResponseSettings {
  /** What a body of another type than the method reads is answered with. */
  readonly unsupportedMediaTypeStatus: number;
  /** How callers are recognised. */
  readonly security: SecuritySettings;
  /** How an error that a method throws is answered; undefined where nobody says. */
  readonly answerOf: (error: ErrorClass) => ErrorAnswer | undefined;
}

/** The answers of an operation by status, as they are collected from its methods. */
export class Responses {
  private readonly byStatus = new Map<number, CollectedResponse>();

  constructor(
    private readonly parts: BodySchemaParts,
    private readonly settings: ResponseSettings,
    private readonly problems: string[],
  ) {}

  /** Adds what a method answers, well or not. */
  add(endpoint: EndpointModel, parameters: readonly DescribedParameter[], hasVariables: boolean): void {
    this.addSuccess(endpoint);
    const { method, groups, limits, produces } = endpoint;
    const body = endpoint.arguments.find((argument) => argument.kind === 'body');
    const readsBody = endpoint.consumes !== undefined;
    const validatesBean = endpoint.arguments.some(({ kind, parameter }) => kind === 'bean' && parameter.annotations.has(ValidKind));
    if (validatesBean || parameters.some(({ canBeRefused }) => canBeRefused)) this.addError(400, errorsBody);
    if (readsBody) {
      this.addError(400, messageBody);
      this.addError(this.settings.unsupportedMediaTypeStatus, messageBody);
      if (body === undefined || !isStreamed(body.type) || limits.maxBodySize !== undefined) this.addError(413, messageBody);
    }
    if (body !== undefined) {
      const demands = Demands.ofAnnotations(body.parameter.annotations, GroupSet.of(groups.parameters));
      if (demands.names.length > 0 || demands.cascades) this.addError(422, errorsBody);
    }
    if (hasVariables || settled(endpoint.result.type).kind === 'optional') this.addError(404, messageBody);
    if (!produces.some((type) => type.essence === '*/*')) this.addError(406, messageBody);
    if (endpoint.arguments.some(({ kind }) => kind === 'file')) this.addError(415, messageBody);
    const callers = callersOf(endpoint, this.settings.security);
    if (callers !== 'everybody') for (const status of [401, 403, 429]) this.addError(status, messageBody);
    if (limits.timeout !== undefined) this.addError(503, messageBody);
    this.addError(500, messageBody);
    const ofResult = Demands.ofAnnotations(method.annotations, GroupSet.of(groups.returnValue));
    if (ofResult.names.length > 0 || ofResult.cascades) this.addError(500, errorsBody);
    this.addThrown(endpoint);
  }

  /** The responses object: success first, then errors by status. */
  toJson(): Readonly<Record<string, JsonSchema>> {
    // Keys that look like whole numbers come out in their order by themselves.
    return Object.fromEntries(
      [...this.byStatus].toSorted(([a], [b]) => a - b).map(([status, response]) => [status, responseObject(status, response)]),
    );
  }

  private addSuccess(endpoint: EndpointModel): void {
    for (const result of [endpoint.result, ...endpoint.otherResults]) this.addResult(endpoint, result);
  }

  private addResult({ cacheControl, deprecation, groups, method, produces }: EndpointModel, result: ResultModel): void {
    const response = this.at(result.status);
    for (const [name, text] of Object.entries(result.headers))
      response.headers.set(name, { description: text, schema: { type: 'string' } });
    if (cacheControl !== undefined)
      response.headers.set('Cache-Control', { description: cacheControlText(cacheControl), schema: { type: 'string' } });
    for (const [name] of deprecation === undefined ? [] : deprecationHeaders(deprecation))
      response.headers.set(name, { description: deprecationTexts[name]!, schema: { type: 'string' } });
    if (forbidsContent(result.status) || method.returnsNothing) return;
    const demands = Demands.ofAnnotations(method.annotations, GroupSet.of(groups.returnValue));
    for (const mediaType of produces) {
      const schema = isJson(mediaType)
        ? writtenSchema(result.type, demands, GroupSet.of(groups.returnValue), this.parts)
        : textSchema(result.type, mediaType);
      response.add(mediaType.essence, schema);
    }
  }

  private addThrown({ name, throws }: EndpointModel): void {
    for (const { type, status, description } of throws) {
      const answer = this.settings.answerOf(type) ?? (status === undefined ? undefined : { status, type: undefined });
      if (answer === undefined) {
        this.problems.push(
          `${name}: @Throws(${type.name}) does not say what is answered; write @Throws(${type.name}, { status: 409 }), or @Returns(…, { status: 409 }) on toReply of its mapper`,
        );
        continue;
      }
      const response = this.at(status ?? answer.status);
      if (description !== undefined) response.descriptions.add(description);
      if (answer.type === undefined) this.addError(status ?? answer.status, messageBody);
      else if (settled(answer.type).kind === 'text') response.add('text/plain', { type: 'string' });
      else response.add('application/json', writtenSchema(answer.type, Demands.none, GroupSet.of([]), this.parts));
    }
  }

  private addError(status: number, body: JsonSchema): void {
    const response = this.at(status);
    response.add('application/json', body);
    response.add('text/plain', { type: 'string' });
  }

  private at(status: number): CollectedResponse {
    let response = this.byStatus.get(status);
    if (response === undefined) this.byStatus.set(status, (response = new CollectedResponse()));
    return response;
  }
}

/** The schemas of the framework's own error bodies. */
export const errorSchemas = {
  ErrorMessage: {
    type: 'object',
    description: 'Why a request could not be answered.',
    properties: {
      code: { type: 'integer', description: 'The status.' },
      message: { type: 'string' },
      details: { type: 'string' },
    },
    required: ['code', 'message'],
  },
  Errors: {
    type: 'object',
    description: 'What is wrong with a request, or with what was to be answered.',
    properties: { errors: { type: 'array', items: { type: 'string' } } },
    required: ['errors'],
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

const messageBody: JsonSchema = { $ref: '#/components/schemas/ErrorMessage' };
const errorsBody: JsonSchema = { $ref: '#/components/schemas/Errors' };

const deprecationTexts: Readonly<Record<string, string>> = {
  Deprecation: 'Since when this is deprecated (RFC 9745).',
  Sunset: 'From when on this may be gone (RFC 8594).',
};

class CollectedResponse {
  readonly descriptions = new Set<string>();
  readonly headers = new Map<string, JsonSchema>();
  readonly content = new Map<string, JsonSchema[]>();

  add(mediaType: string, schema: JsonSchema): void {
    const schemas = this.content.get(mediaType) ?? [];
    if (!schemas.some((one) => JSON.stringify(one) === JSON.stringify(schema))) schemas.push(schema);
    this.content.set(mediaType, schemas);
  }
}

function responseObject(status: number, { descriptions, headers, content }: CollectedResponse): JsonSchema {
  return {
    description: descriptions.size > 0 ? [...descriptions].join(' ') : reasonPhrase(status),
    ...(headers.size > 0 ? { headers: Object.fromEntries(headers) } : {}),
    ...(content.size > 0
      ? {
          content: Object.fromEntries(
            [...content].map(([mediaType, schemas]) => [mediaType, { schema: schemas.length === 1 ? schemas[0]! : { anyOf: schemas } }]),
          ),
        }
      : {}),
  };
}

/** True for application/json and everything "+json". */
export function isJson({ essence, suffix }: MediaType): boolean {
  return essence === MediaType.json.essence || suffix === 'json';
}

/** A body that is not JSON: the text of a value without parts, or what a writer makes of it. */
function textSchema(type: TypeRef, mediaType: MediaType): JsonSchema {
  const known = settled(type);
  const content = known.kind === 'optional' ? settled(known.element) : known;
  if (isScalar(content) && (content.kind === 'number' || content.kind === 'boolean')) return { type: content.kind };
  return mediaType.type === 'text' || content.kind === 'text' ? { type: 'string' } : {};
}

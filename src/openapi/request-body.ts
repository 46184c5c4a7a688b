import type { BodyArgument, FileArgument } from '../contract/argument-model.js';
import { isForm, isStreamed } from '../contract/body-types.js';
import type { EndpointModel } from '../contract/endpoint-model.js';
import type { MediaType } from '../http/media-type.js';
import { DocNote } from '../json/doc.js';
import { settled } from '../reflection/type-ref.js';
import { allOf } from '../schema/all-of.js';
import { Demands } from '../schema/demands.js';
import { GroupSet } from '../validation/groups.js';
import type { JsonSchema } from '../values/json-schema.js';
import { Optional } from '../values/optional.js';
import { acceptedSchema } from './body-schemas.js';
import type { BodySchemaParts } from './body-schemas.js';
import type { DescribedParameter } from './parameters.js';
import { isJson } from './responses.js';

/** The content that a method reads. */
export interface RequestBody {
  readonly description: string | undefined;
  readonly required: boolean;
  /** The schema by media type. */
  readonly content: ReadonlyMap<string, JsonSchema>;
}

/** The request body of a method; undefined where it reads none. */
export function requestBodyOf(
  endpoint: EndpointModel,
  parameters: readonly DescribedParameter[],
  parts: BodySchemaParts,
): RequestBody | undefined {
  const { consumes } = endpoint;
  if (consumes === undefined) return undefined;
  const body = endpoint.arguments.find((argument) => argument.kind === 'body');
  if (body !== undefined) return wholeBody(endpoint, body, consumes, parts);
  const fields = parameters.filter(({ source }) => source.from === 'form');
  const files = endpoint.arguments.filter((argument) => argument.kind === 'file');
  return fields.length + files.length === 0 ? undefined : formBody(fields, files, consumes);
}

function wholeBody(
  { groups, name }: EndpointModel,
  body: BodyArgument,
  consumes: readonly MediaType[],
  parts: BodySchemaParts,
): RequestBody {
  const { annotations } = body.parameter;
  const chosen = GroupSet.of(groups.parameters);
  const demands = Demands.ofAnnotations(annotations, chosen);
  const type = settled(body.type);
  const content = new Map<string, JsonSchema>();
  const place = `${name}, body`;
  for (const mediaType of consumes) {
    if (isJson(mediaType) && !isRaw(body)) {
      parts.unexpressed.addConstraints(place, type, demands);
      content.set(mediaType.essence, acceptedSchema(type, demands, chosen, parts));
    } else content.set(mediaType.essence, rawSchema(body, demands, mediaType));
  }
  const whenMissing = type.kind === 'optional' ? Optional.absent() : type.kind === 'text' && !consumes.some(isJson) ? '' : undefined;
  return { description: annotations.first(DocNote), required: !demands.admit(whenMissing), content };
}

/** Bytes and streams are taken as they are, whatever their type. */
function isRaw({ type }: BodyArgument): boolean {
  const known = settled(type);
  return isStreamed(known) || (known.kind === 'class' && (known.type === (Uint8Array as unknown) || known.type === (Buffer as unknown)));
}

function rawSchema(body: BodyArgument, demands: Demands, mediaType: MediaType): JsonSchema {
  const known = settled(body.type);
  if (isForm(known)) return { type: 'object', additionalProperties: { type: 'string' } };
  if (known.kind === 'text') return allOf({ type: 'string' }, demands.schema('text'));
  return mediaType.type === 'text' ? { type: 'string' } : {};
}

function formBody(fields: readonly DescribedParameter[], files: readonly FileArgument[], consumes: readonly MediaType[]): RequestBody {
  const required = [
    ...fields.filter((field) => field.required).map(({ source }) => source.name),
    ...files.filter(isNeeded).map(({ file }) => file.name),
  ];
  const schema: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries([
      ...files.map(({ file, isList }) => [file.name, isList ? { type: 'array', items: fileContent } : fileContent] as const),
      ...fields.map(
        ({ source, schema: own, description, deprecated }) =>
          [source.name, { ...own, ...(description === undefined ? {} : { description }), ...(deprecated ? { deprecated } : {}) }] as const,
      ),
    ]),
    ...(required.length > 0 ? { required: [...new Set(required)] } : {}),
  };
  return { description: undefined, required: required.length > 0, content: new Map(consumes.map(({ essence }) => [essence, schema])) };
}

/** The content of a file is not text, whatever its type. */
const fileContent: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

function isNeeded({ parameter, isList }: FileArgument): boolean {
  return !isList && !Demands.ofAnnotations(parameter.annotations, GroupSet.of([])).admit(undefined);
}

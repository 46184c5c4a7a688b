import type { JsonSchema } from '../values/json-schema.js';
import type { TestRequest } from './test-client.js';

/** A parameter of an operation, as the document describes it. */
export interface DocumentedParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: JsonSchema;
}

/** What a request of a proof is made of; a parameter that is not there is left out. */
export interface ProofContent {
  readonly parameters: ReadonlyMap<DocumentedParameter, unknown>;
  readonly body: { readonly mediaType: string; readonly value: unknown } | undefined;
}

/** The request that gives these values; undefined where one of them cannot be written in its place. */
export function proofRequest(method: string, path: string, { parameters, body }: ProofContent): TestRequest | undefined {
  let target = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const [{ name, in: place }, value] of parameters) {
    const texts = [value].flat().map(textOf);
    if (texts.includes(undefined)) return undefined;
    if (place === 'query') query.push(...texts.map((text) => `${encodeURIComponent(name)}=${encodeURIComponent(text!)}`));
    else if (Array.isArray(value)) return undefined;
    else if (place === 'path') {
      if (/^\.{0,2}$|[/\\]/.test(texts[0]!)) return undefined;
      target = target.replace(`{${name}}`, encodeURIComponent(texts[0]!));
    } else {
      if (!(place === 'header' ? headerText : cookieText).test(texts[0]!)) return undefined;
      if (place === 'header') headers[name] = texts[0]!;
      else headers['Cookie'] = [headers['Cookie'], `${name}=${texts[0]}`].filter((one) => one !== undefined).join('; ');
    }
  }
  if (target.includes('{')) return undefined;
  const content = body === undefined ? undefined : contentOf(body.mediaType, body.value);
  if (body !== undefined && content === undefined) return undefined;
  return {
    method,
    path: query.length === 0 ? target : `${target}?${query.join('&')}`,
    headers: { ...headers, ...(body === undefined ? {} : { 'Content-Type': body.mediaType }) },
    ...(content === undefined ? {} : { body: content }),
  };
}

const headerText = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const cookieText = /^[\w.-]+$/;

function contentOf(mediaType: string, value: unknown): string | undefined {
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) return JSON.stringify(value);
  if (mediaType !== 'application/x-www-form-urlencoded') return typeof value === 'string' ? value : undefined;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).flatMap(([name, part]) => [part].flat().map((one) => [name, textOf(one)] as const));
  if (pairs.some(([, text]) => text === undefined)) return undefined;
  return new URLSearchParams(pairs.map(([name, text]): [string, string] => [name, text!])).toString();
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

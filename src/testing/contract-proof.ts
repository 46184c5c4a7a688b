import { publishedApi } from '../application/published-api.js';
import type { PublishedApi } from '../openapi/openapi-document.js';
import type { JsonSchema } from '../values/json-schema.js';
import type { Answer } from './answer.js';
import type { ApplicationTest } from './application-test.js';
import { proofRequest } from './proof-request.js';
import type { DocumentedParameter, ProofContent } from './proof-request.js';
import { SchemaJudge } from './schema-judge.js';
import { SchemaValues } from './schema-values.js';
import type { TestHeaders, TestRequest } from './test-client.js';

/** What a proof can be told. */
export interface ContractProofSettings {
  /** Sent with every request: `{ Authorization: 'Bearer …' }`. */
  readonly headers?: TestHeaders;
  /** Operations that are not called, by their `operationId`: "PeopleResource.removeAll". */
  readonly except?: readonly string[];
  /** How many requests each operation gets at most; 200 by default. */
  readonly requestsPerOperation?: number;
}

/** What was proved. */
export interface ContractProof {
  readonly requests: number;
  /** Operations for which no acceptable request could be made, so that nothing is known of them. */
  readonly unproven: readonly string[];
}

/** The service and its OpenAPI document disagree. */
export class ContractProofError extends Error {
  override readonly name = 'ContractProofError';
  readonly code = 'KEELSON_CONTRACT_PROOF';
  constructor(readonly disagreements: readonly string[]) {
    super(`The service does not do what its OpenAPI document says:\n${disagreements.map((one) => `  ${one}`).join('\n')}`);
  }
}

/**
 * Proves that a service does what its OpenAPI document says. Values around every rule are sent, and must be accepted exactly where ajv accepts them;
 * every answer must be one that the document has. It needs `ajv` and calls the methods, so give it a service with data of its own.
 *
 * @example test('the document is right', async () => { await proveContract(service); });
 */
export async function proveContract(service: ProvableService, settings: ContractProofSettings = {}): Promise<ContractProof> {
  const api = publishedApi(service.environment, service.configuration);
  const prover = new Prover(service, api, await SchemaJudge.of(api.document), settings);
  return prover.prove();
}

/** A service that runs in a test. */
export type ProvableService = Pick<ApplicationTest, 'environment' | 'configuration' | 'request'>;

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly DocumentedParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** A change to an acceptable request, and whether the document still allows it. */
interface Trial {
  readonly content: ProofContent;
  readonly allowed: boolean;
  readonly what: string;
  /** A path that does not fit is another path, or none. */
  readonly inPath: boolean;
}

class Prover {
  private readonly values: SchemaValues;
  private readonly disagreements: string[] = [];
  private requests = 0;

  constructor(
    private readonly service: ProvableService,
    private readonly api: PublishedApi,
    private readonly judge: SchemaJudge,
    private readonly settings: ContractProofSettings,
  ) {
    this.values = new SchemaValues(judge);
  }

  async prove(): Promise<ContractProof> {
    const unproven: string[] = [];
    const paths = this.api.document['paths'] as Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    for (const [path, item] of Object.entries(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (this.settings.except?.includes(operation.operationId) === true) continue;
        const base = this.acceptable(operation);
        if (base === undefined) unproven.push(operation.operationId);
        else await this.proveOperation(method.toUpperCase(), path, operation, base);
      }
    }
    if (this.disagreements.length > 0) throw new ContractProofError(this.disagreements);
    return { requests: this.requests, unproven };
  }

  private async proveOperation(method: string, path: string, operation: Operation, base: ProofContent): Promise<void> {
    const refusesMore = this.refusesMore(method, path, operation);
    for (const trial of sampled(this.trials(operation, base), this.settings.requestsPerOperation ?? 200)) {
      const request = proofRequest(method, path, trial.content);
      if (request === undefined) continue;
      const answer = await this.service.request({ ...request, headers: { ...request.headers, ...this.settings.headers } });
      this.requests++;
      const ofMapper = answer.status >= 400 && isAnswerOfMapper(this.response(operation.responses[String(answer.status)]));
      if (!ofMapper) this.compare(request, trial, answer, refusesMore);
      this.checkAnswer(request, operation, answer);
      if (this.disagreements.length >= enough) throw new ContractProofError(this.disagreements);
    }
  }

  private compare(request: TestRequest, { allowed, what, inPath }: Trial, { status, text }: Answer, refusesMore: boolean): void {
    const refused = status === 400 || status === 422 || (inPath && status === 404);
    if (allowed && (status === 400 || status === 422) && !refusesMore)
      this.disagreements.push(`${lineOf(request)}: the document allows ${what}, but the service answers ${status} ${text}`);
    if (!allowed && !refused && status < 500)
      this.disagreements.push(`${lineOf(request)}: the document does not allow ${what}, but the service answers ${status}`);
  }

  private checkAnswer(request: TestRequest, { responses }: Operation, answer: Answer): void {
    const documented = this.response(responses[String(answer.status)]);
    if (documented === undefined) {
      this.disagreements.push(`${lineOf(request)}: the answer ${answer.status} is not in the document`);
      return;
    }
    const type = answer.header('content-type')?.split(';')[0]?.trim();
    const content = documented['content'] as Readonly<Record<string, { readonly schema: JsonSchema }>> | undefined;
    if (type === undefined || answer.body.length === 0) return;
    const schema = content?.[type]?.schema;
    if (schema === undefined) this.disagreements.push(`${lineOf(request)}: the document has no ${type} for ${answer.status}`);
    else if (type.endsWith('json') && !this.judge.accepts(schema, answer.json))
      this.disagreements.push(`${lineOf(request)}: the body of the answer ${answer.status} is not as the document says: ${answer.text}`);
  }

  private response(documented: JsonSchema | undefined): JsonSchema | undefined {
    const reference = documented?.['$ref'];
    if (typeof reference !== 'string') return documented;
    const { responses } = this.api.document['components'] as { readonly responses: Readonly<Record<string, JsonSchema>> };
    return responses[reference.slice(reference.lastIndexOf('/') + 1)];
  }

  /** A request that the document allows; undefined where no value for a required part was found. */
  private acceptable({ parameters = [], requestBody }: Operation): ProofContent | undefined {
    const chosen = new Map<DocumentedParameter, unknown>();
    for (const parameter of parameters) {
      const value = this.values.fitting(parameter.schema);
      if (value !== undefined) chosen.set(parameter, value);
      else if (parameter.required === true) return undefined;
    }
    if (requestBody === undefined) return { parameters: chosen, body: undefined };
    const [first] = Object.entries(requestBody.content);
    const [mediaType, { schema }] = first!;
    const value = Object.keys(schema).length === 0 ? 'text' : this.values.fitting(schema);
    if (value === undefined && requestBody.required === true) return undefined;
    return { parameters: chosen, body: value === undefined ? undefined : { mediaType, value } };
  }

  private trials({ parameters = [], requestBody }: Operation, base: ProofContent): readonly Trial[] {
    const trials: Trial[] = [{ content: base, allowed: true, what: 'this', inPath: false }];
    for (const parameter of parameters) {
      const inPath = parameter.in === 'path';
      const without = new Map([...base.parameters].filter(([other]) => other !== parameter));
      if (!inPath)
        trials.push({
          content: { ...base, parameters: without },
          allowed: parameter.required !== true,
          what: `no ${parameter.name}`,
          inPath,
        });
      for (const value of this.values.around(parameter.schema)) {
        // Whether an empty text counts as none depends on the type, and a text is not told from a number.
        if (value === '' || !isWritten(value, parameter.schema)) continue;
        trials.push({
          content: { ...base, parameters: new Map([...base.parameters, [parameter, value]]) },
          allowed: this.judge.accepts(parameter.schema, value),
          what: `${parameter.name} = ${shown(value)}`,
          inPath,
        });
      }
    }
    if (requestBody !== undefined && base.body !== undefined) {
      const { mediaType } = base.body;
      const { schema } = requestBody.content[mediaType]!;
      trials.push({ content: { ...base, body: undefined }, allowed: requestBody.required !== true, what: 'no body', inPath: false });
      for (const value of this.values.around(schema)) {
        if (mediaType === 'application/x-www-form-urlencoded' && !isForm(value, this.judge.resolved(schema))) continue;
        trials.push({
          content: { ...base, body: { mediaType, value } },
          allowed: this.judge.accepts(schema, value),
          what: `the body ${shown(value)}`,
          inPath: false,
        });
      }
    }
    return trials;
  }

  /** Whether there are rules about this operation that the document does not say. */
  private refusesMore(method: string, path: string, operation: Operation): boolean {
    const names = new Set<string>();
    this.collectNames(operation, names);
    return this.api.unexpressed.some(
      ({ place }) =>
        place.startsWith(`${method} ${path},`) ||
        place.startsWith(`${operation.operationId},`) ||
        [...names].some((name) => place.startsWith(`${name.replace(/(?:Input|Checked|Unchecked)?(?:\..*)?$/, '')}.`)),
    );
  }

  private collectNames(value: unknown, names: Set<string>): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      const name = key === '$ref' ? String(part).split('/').at(-1)! : undefined;
      if (name === undefined) this.collectNames(part, names);
      else if (!names.has(name) && String(part).includes('/schemas/')) {
        names.add(name);
        this.collectNames(this.judge.resolved({ $ref: String(part) }), names);
      }
    }
  }
}

const enough = 20;

/** A mapper of the application may answer with the status of an invalid request as well; its body then is another. */
function isAnswerOfMapper(documented: JsonSchema | undefined): boolean {
  return documented !== undefined && !/schemas\/Error(?:s|Message)"/.test(JSON.stringify(documented));
}

function lineOf({ method, path }: TestRequest): string {
  return `${method} ${shortened(path)}`;
}

function shown(value: unknown): string {
  return shortened(JSON.stringify(value));
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** In a path or a query everything is text: of a text there is no wrong type, and for a number only texts that are none are worth sending. */
function isWritten(value: unknown, schema: JsonSchema): boolean {
  if (schema['type'] === 'array') return Array.isArray(value) && value.every((one) => isWritten(one, schema['items'] as JsonSchema));
  if (typeof value === 'string') return true;
  return (
    (typeof value === 'number' || typeof value === 'boolean') &&
    (schema['type'] === typeof value || (schema['type'] === 'integer' && typeof value === 'number'))
  );
}

/** A list of one text is written like the text itself, so that only values of the described form are worth sending. */
function isForm(value: unknown, schema: JsonSchema): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  return Object.entries(value).every(([name, part]) => {
    const isList = properties[name]?.['type'] === 'array';
    return isList ? Array.isArray(part) && part.length > 0 && part.every((one) => typeof one === 'string') : typeof part === 'string';
  });
}

/** Evenly chosen, the first included. */
function sampled(trials: readonly Trial[], most: number): readonly Trial[] {
  if (trials.length <= most) return trials;
  return Array.from({ length: most }, (_, index) => trials[Math.floor((index * trials.length) / most)]!);
}

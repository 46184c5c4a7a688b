import { HeaderMap } from '../http/header-map.js';
import { JsonMapper } from '../json/json-mapper.js';
import type { Subtypes } from '../json/subtypes.js';
import type { BodyReader, BodyWriter } from '../resources/bodies/body-reader.js';
import type { ExceptionMapper } from '../resources/exceptions/exception-mapper.js';
import type { DynamicFeature, RequestFilter, ResponseFilter } from '../resources/filters/filter.js';
import type { ParameterConverter } from '../resources/parameters/parameter-converters.js';
import type { ResourceServices } from '../resources/registered-components.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import type { OrClass } from '../resources/resource-registry.js';
import type { ResourceSettings } from '../resources/resource-settings.js';
import { defaultLimits } from '../server/engines/engine.js';
import { InMemoryEngine } from '../server/engines/in-memory-engine.js';
import { answerFailure } from '../server/handlers/last-resort.js';
import { Validator } from '../validation/validator.js';
import type { AnswerStream } from './streamed-answer.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';

/** What stands around the resources: components, settings and services. Everything left out is as in a service without configuration. */
export interface ResourceTestSettings extends ResourceSettings, Partial<ResourceServices> {
  readonly filters?: readonly OrClass<RequestFilter | ResponseFilter>[];
  readonly features?: readonly OrClass<DynamicFeature>[];
  readonly mappers?: readonly OrClass<ExceptionMapper<object>>[];
  readonly converters?: readonly OrClass<ParameterConverter<object>>[];
  readonly readers?: readonly OrClass<BodyReader>[];
  readonly writers?: readonly OrClass<BodyWriter>[];
  /** For bodies whose class is chosen by a property. */
  readonly subtypes?: Subtypes;
}

/**
 * Resources without sockets, and everything else as in a service: routing, parameters, validation, JSON, filters and exception mappers.
 *
 * @example
 * const people = new ResourceTest([new PersonResource(store)], { mappers: [new DuplicateMapper()] });
 * const answer = await people.post('/person', { name: '' });
 * assert.deepEqual(answer.json, { errors: ['name may not be empty'] });
 */
export class ResourceTest extends TestClient {
  private readonly engine = new InMemoryEngine();

  /** Takes the resources that a service would register, and refuses what a service would refuse. */
  constructor(resources: readonly object[], settings: ResourceTestSettings = {}) {
    super();
    const {
      subtypes,
      mapper = new JsonMapper(subtypes === undefined ? {} : { subtypes }),
      validator = new Validator(),
      metrics,
    } = settings;
    const registry = new ResourceRegistry({ mapper, validator, ...(metrics === undefined ? {} : { metrics }) });
    for (const resource of resources) registry.register(resource);
    addComponents(registry, settings);
    const { maxRequestBodySize = defaultLimits.maxRequestBodySize } = settings;
    void this.engine.listen(
      {
        address: { kind: 'port', port, host: undefined },
        limits: { ...defaultLimits, maxRequestBodySize },
        trustedProxies: 0,
        onFailure: answerFailure,
      },
      registry.compile(settings),
    );
  }

  override async begin(request: TestRequest, signal: AbortSignal): Promise<AnswerStream> {
    const conversation = this.engine.open(port, request);
    const { exchange, head, pieces } = conversation;
    signal.addEventListener('abort', () => conversation.leave());
    let complete = false;
    const finished = new Promise<void>((resolve) => {
      exchange.onFinished((outcome) => {
        complete = outcome.complete;
        resolve();
      });
    });
    // A reply that is broken off before its head has none.
    const { status, headers } = (await Promise.race([head, finished])) ?? { status: 0, headers: new HeaderMap() };
    const all = async function* (): AsyncGenerator<Uint8Array> {
      yield* pieces;
      await finished;
    };
    return { status, headers, pieces: all(), isComplete: () => complete };
  }
}

function addComponents(registry: ResourceRegistry, components: ResourceTestSettings): void {
  for (const filter of components.filters ?? []) registry.addFilter(filter);
  for (const feature of components.features ?? []) registry.addFeature(feature);
  for (const mapper of components.mappers ?? []) registry.addMapper(mapper);
  for (const converter of components.converters ?? []) registry.addConverter(converter);
  for (const reader of components.readers ?? []) registry.addReader(reader);
  for (const writer of components.writers ?? []) registry.addWriter(writer);
}

const port = 1;

import { JsonMapper } from '../json/json-mapper.js';
import type { Subtypes } from '../json/subtypes.js';
import type { ResourceServices } from '../resources/registered-components.js';
import { ResourceRegistry } from '../resources/resource-registry.js';
import type { ResourceSettings } from '../resources/resource-settings.js';
import { defaultLimits } from '../server/engines/engine.js';
import { InMemoryEngine } from '../server/engines/in-memory-engine.js';
import { answerFailure } from '../server/handlers/last-resort.js';
import { Validator } from '../validation/validator.js';
import type { AnswerParts } from './answer.js';
import { TestClient } from './test-client.js';
import type { TestRequest } from './test-client.js';

/** What the server's configuration says about resources, and what they are served with; all of it has the defaults of a service. */
export interface ResourceTestSettings extends ResourceSettings, Partial<ResourceServices> {
  /** For bodies whose class is chosen by a property. */
  readonly subtypes?: Subtypes;
}

/**
 * Resources without sockets, and everything else as in a service: routing, parameters, validation, JSON, filters and exception mappers.
 *
 * @example
 * const people = new ResourceTest([new PersonResource(store), new DuplicateMapper()]);
 * const answer = await people.post('/person', { name: '' });
 * assert.deepEqual(answer.json, { errors: ['name may not be empty'] });
 */
export class ResourceTest extends TestClient {
  private readonly engine = new InMemoryEngine();

  /** Takes what `environment.resources.register` takes, and refuses what it refuses. */
  constructor(components: readonly object[], settings: ResourceTestSettings = {}) {
    super();
    const {
      subtypes,
      mapper = new JsonMapper(subtypes === undefined ? {} : { subtypes }),
      validator = new Validator(),
      metrics,
    } = settings;
    const registry = new ResourceRegistry({ mapper, validator, ...(metrics === undefined ? {} : { metrics }) });
    for (const component of components) registry.register(component);
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

  override exchange(request: TestRequest): Promise<Omit<AnswerParts, 'request'>> {
    return this.engine.send(port, request);
  }
}

const port = 1;

import { PathKind } from '../../src/contract/annotations/routing-annotations.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { modelOf } from '../../src/reflection/class-model.js';
import { componentKinds } from '../../src/resources/component-kinds.js';
import { ResourceRegistry } from '../../src/resources/resource-registry.js';
import type { ResourceSettings } from '../../src/resources/resource-settings.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryConversation } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { Validator } from '../../src/validation/validator.js';

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly complete: boolean;
  header(name: string): string | undefined;
  readonly json: unknown;
}

/** Resources behind the in-memory engine. */
export class Served {
  private readonly engine = new InMemoryEngine();
  readonly handler;

  constructor(registry: ResourceRegistry, settings: ResourceSettings) {
    this.handler = registry.compile(settings);
  }

  open(request: InMemoryRequest): InMemoryConversation {
    return this.engine.converse(this.handler, request);
  }

  async send(request: InMemoryRequest): Promise<Answer> {
    const { status, text, headers, complete } = await this.engine.answer(this.handler, request);
    return {
      status,
      text,
      complete,
      header: (name) => headers.get(name),
      get json(): unknown {
        return JSON.parse(text) as unknown;
      },
    };
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send({ path, headers });
  }

  /** An object is sent as JSON, a text as it is. */
  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return this.send({ method: 'POST', path, body: text, headers: { 'Content-Type': 'application/json', ...headers } });
  }
}

/** Serves these resources, filters, mappers and so on with settings. */
export function serveWith(settings: ResourceSettings, ...components: readonly object[]): Served {
  return new Served(registryOf(...components), settings);
}

export function serve(...components: readonly object[]): Served {
  return serveWith({}, ...components);
}

/** Gives each component to the verb that takes its kind. */
export function registryOf(...components: readonly object[]): ResourceRegistry {
  const registry = new ResourceRegistry({ mapper: new JsonMapper(), validator: new Validator() });
  for (const component of components) {
    const instance = typeof component === 'function' && component.length === 0 ? new (component as new () => object)() : component;
    const verbs = modelOf(instance.constructor as never).annotations.has(PathKind)
      ? []
      : componentKinds.filter((kind) => kind.includes(instance));
    if (verbs.length === 0) registry.register(component);
    // The kind was looked up, so the verb takes it.
    for (const { verb } of verbs) registry[verb](component as never);
  }
  return registry;
}

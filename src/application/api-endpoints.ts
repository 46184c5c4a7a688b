import { readOnly, send } from '../admin/plain-replies.js';
import { ReturnsKind } from '../contract/annotations/returns-annotation.js';
import type { Handler } from '../http/handler.js';
import { NotFoundException } from '../http/web-application-exception.js';
import { getLogger } from '../logging/get-logger.js';
import type { PublishedApi } from '../openapi/openapi-document.js';
import { openApiText } from '../openapi/openapi-text.js';
import type { OpenApiFormat } from '../openapi/openapi-text.js';
import type { Configuration } from './configuration.js';
import type { Environment } from './environment.js';
import { publishedApi } from './published-api.js';

const log = getLogger('keelson.application.Service');

/** Serves the OpenAPI document: on the admin port, and on the application port where a path is configured for it. */
export class ApiEndpoints {
  private readonly texts = new Map<OpenApiFormat, string>();

  /** Takes the paths; the document is written by {@link publish}, once everything is known to be sound. */
  constructor(
    private readonly environment: Environment,
    private readonly configuration: Configuration,
  ) {
    const { enabled, publicPath } = configuration.openapi;
    if (!enabled) return;
    const { admin, application } = environment;
    admin.mount('/openapi.json', exactly(this.document('json')), { title: 'OpenAPI (JSON)' });
    admin.mount('/openapi.yaml', exactly(this.document('yaml')), { title: 'OpenAPI (YAML)' });
    if (publicPath !== undefined)
      application.mount(publicPath, this.publicHandler(), { title: `openapi.publicPath ${publicPath}`, access: 'public' });
  }

  /** Writes the document, and names the endpoints whose answers it cannot describe. */
  publish(): void {
    if (!this.configuration.openapi.enabled) return;
    const api = publishedApi(this.environment, this.configuration);
    this.texts.set('json', openApiText(api.document, 'json'));
    // YAML is asked for seldom and takes longer to write.
    this.yaml = () => openApiText(api.document, 'yaml');
    if (describesResults(this.environment, this.configuration)) logUndescribed(api);
  }

  private yaml: () => string = () => '';

  private document(format: OpenApiFormat): Handler {
    const type = format === 'json' ? 'application/json' : 'application/yaml';
    return (exchange) => {
      let text = this.texts.get(format);
      if (text === undefined) this.texts.set(format, (text = this.yaml()));
      send(exchange, 200, type, text);
    };
  }

  private publicHandler(): Handler {
    const byPath = new Map([
      ['/openapi.json', readOnly(this.document('json'))],
      ['/openapi.yaml', readOnly(this.document('yaml'))],
    ]);
    return (exchange) => {
      const handler = byPath.get(exchange.path);
      if (handler === undefined) throw new NotFoundException();
      return handler(exchange);
    };
  }
}

function exactly(handler: Handler): Handler {
  const read = readOnly(handler);
  return (exchange) => {
    if (exchange.path !== '/') throw new NotFoundException();
    return read(exchange);
  };
}

/** Whether the application cares for its document: where nothing is described yet, nobody wants to be reminded of it. */
function describesResults({ resources }: Environment, { openapi: { publicPath } }: Configuration): boolean {
  return publicPath !== undefined || resources.contract().endpoints.some(({ endpoint }) => endpoint.method.annotations.has(ReturnsKind));
}

function logUndescribed({ undescribed }: PublishedApi): void {
  if (undescribed.length === 0) return;
  const names = undescribed.map(({ endpoint, path }) => `    ${endpoint.httpMethod.padEnd(7)} ${path} (${endpoint.name})\n`);
  log.info('The OpenAPI document cannot say what these endpoints return; name the type with @Returns(…):\n\n%s', names.join(''));
}

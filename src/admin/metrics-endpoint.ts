import { MediaTypeChoice } from '../http/accept.js';
import type { Handler } from '../http/handler.js';
import { MediaType } from '../http/media-type.js';
import type { MetricRegistry } from '../metrics/metric-registry.js';
import { metricsJson } from '../metrics/metrics-json.js';
import { send, sendJson } from './plain-replies.js';

/** `/metrics`: Prometheus' text format, or JSON for a client that asks for it. */
export function metricsEndpoint(metrics: MetricRegistry): Handler {
  return async (exchange) => {
    if (textOrJson.choose(exchange.headers.get('accept')) === 1) sendJson(exchange, 200, await metricsJson(metrics));
    else send(exchange, 200, metrics.prometheus.contentType, await metrics.text());
  };
}

const textOrJson = new MediaTypeChoice([MediaType.text, MediaType.json]);

import { allHealthy } from '../health/health-check-registry.js';
import type { HealthCheckRegistry, HealthResults } from '../health/health-check-registry.js';
import type { HealthResult } from '../health/health-check.js';
import { MediaTypeChoice } from '../http/accept.js';
import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import { MediaType } from '../http/media-type.js';
import { errorLines } from '../logging/layouts/error-lines.js';
import { sendJson, sendText } from './plain-replies.js';

/** `/healthcheck`: every check; 200 where all pass, 500 where one fails, 501 where there is none. */
export function healthCheckEndpoint(health: HealthCheckRegistry): Handler {
  return async (exchange) => {
    const results = await health.all();
    if (results.size > 0) sendResults(exchange, allHealthy(results) ? 200 : 500, results);
    else if (wantsJson(exchange)) sendJson(exchange, 501, {});
    else sendText(exchange, 501, '! No health checks registered.\n');
  };
}

/** `/ready`: 200 where the service takes traffic and its critical checks pass, else 503. */
export function readyEndpoint(health: HealthCheckRegistry): Handler {
  return async (exchange) => sendProbe(exchange, 'ready', await health.ready());
}

/** `/alive`: 200 unless a check fails that only a restart can mend, else 503. */
export function aliveEndpoint(health: HealthCheckRegistry): Handler {
  return async (exchange) => sendProbe(exchange, 'alive', await health.alive());
}

function sendProbe(exchange: Exchange, word: string, results: HealthResults): void {
  if (results.size > 0 || wantsJson(exchange)) sendResults(exchange, allHealthy(results) ? 200 : 503, results);
  else sendText(exchange, 200, `${word}\n`);
}

function sendResults(exchange: Exchange, status: number, results: HealthResults): void {
  if (wantsJson(exchange)) sendJson(exchange, status, Object.fromEntries([...results].map(([name, result]) => [name, resultJson(result)])));
  else sendText(exchange, status, [...results].map(([name, result]) => resultText(name, result)).join(''));
}

function wantsJson(exchange: Exchange): boolean {
  return textOrJson.choose(exchange.headers.get('accept')) === 1;
}

const textOrJson = new MediaTypeChoice([MediaType.text, MediaType.json]);

function resultText(name: string, result: HealthResult): string {
  if (result.healthy) return `${name}: OK\n${result.message === undefined ? '' : linesWith('  ', result.message.split(lineBreak))}`;
  const trace = result.error === undefined ? [] : errorLines(result.error);
  return `${name}: ERROR\n${linesWith('! ', [...result.message.split(lineBreak), ...trace])}`;
}

const lineBreak = /\r\n|[\n\r\u0085\u2028\u2029]/;

function linesWith(mark: string, lines: readonly string[]): string {
  return lines.map((line) => `${mark}${line}\n`).join('');
}

function resultJson(result: HealthResult): object {
  const { healthy, message } = result;
  const error = !result.healthy && result.error !== undefined ? errorJson(result.error) : undefined;
  // Keys without a value are left out by JSON itself.
  return { healthy, message, error };
}

function errorJson(error: Error): object {
  const stack = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .map((line) => line.trim());
  return { message: error.message, stack, cause: error.cause instanceof Error ? errorJson(error.cause) : undefined };
}

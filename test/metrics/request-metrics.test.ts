import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Registry } from 'prom-client';

import { RequestMetrics } from '../../src/metrics/request-metrics.js';

test('requests are counted by method, template and status, timed, and watched while they run', async () => {
  const registry = new Registry();
  const requests = new RequestMetrics(registry);
  for (let i = 0; i < 4; i++) requests.requestStarted();
  requests.requestFinished({ method: 'GET', route: '/people/{id}', status: 200, milliseconds: 3, waited: undefined });
  requests.requestFinished({ method: 'GET', route: '/people/{id}', status: 404, milliseconds: 1, waited: undefined });
  requests.requestFinished({ method: 'GET', route: undefined, status: 404, milliseconds: 30_000, waited: undefined });

  assert.equal(
    await registry.getSingleMetricAsString('http_requests_total'),
    `# HELP http_requests_total Requests answered, by method, path template and status.
# TYPE http_requests_total counter
http_requests_total{method="GET",route="/people/{id}",status="200"} 1
http_requests_total{method="GET",route="/people/{id}",status="404"} 1
http_requests_total{method="GET",route="none",status="404"} 1`,
  );
  assert.match(await registry.getSingleMetricAsString('http_requests_in_flight'), /^http_requests_in_flight 1$/m);
  const durations = (await registry.getSingleMetricAsString('http_request_duration_seconds')).split('\n');
  assert.deepEqual(
    durations.filter((line) => /le="(0.001|0.0025|0.005|10|\+Inf)"|_sum|_count/.test(line)),
    [
      'http_request_duration_seconds_bucket{method="GET",route="/people/{id}",le="0.001"} 1',
      'http_request_duration_seconds_bucket{method="GET",route="/people/{id}",le="0.0025"} 1',
      'http_request_duration_seconds_bucket{method="GET",route="/people/{id}",le="0.005"} 2',
      'http_request_duration_seconds_bucket{method="GET",route="/people/{id}",le="10"} 2',
      'http_request_duration_seconds_bucket{method="GET",route="/people/{id}",le="+Inf"} 2',
      'http_request_duration_seconds_sum{method="GET",route="/people/{id}"} 0.004',
      'http_request_duration_seconds_count{method="GET",route="/people/{id}"} 2',
      'http_request_duration_seconds_bucket{method="GET",route="none",le="0.001"} 0',
      'http_request_duration_seconds_bucket{method="GET",route="none",le="0.0025"} 0',
      'http_request_duration_seconds_bucket{method="GET",route="none",le="0.005"} 0',
      'http_request_duration_seconds_bucket{method="GET",route="none",le="10"} 0',
      'http_request_duration_seconds_bucket{method="GET",route="none",le="+Inf"} 1',
      'http_request_duration_seconds_sum{method="GET",route="none"} 30',
      'http_request_duration_seconds_count{method="GET",route="none"} 1',
    ],
  );
});

test('what an endpoint waits with is in flight there until it is answered', async () => {
  const registry = new Registry();
  const requests = new RequestMetrics(registry);
  const waited = { method: 'POST', route: '/people' };
  const inFlight = async (): Promise<string | undefined> =>
    (await registry.getSingleMetricAsString('http_endpoint_requests_in_flight')).split('\n').at(-1);
  requests.requestStarted();
  requests.requestWaits(waited);
  assert.equal(await inFlight(), 'http_endpoint_requests_in_flight{method="POST",route="/people"} 1');
  requests.requestFinished({ ...waited, status: 201, milliseconds: 3, waited });
  assert.equal(await inFlight(), 'http_endpoint_requests_in_flight{method="POST",route="/people"} 0');
});

test('templates beyond a thousand share one label, so nothing that clients choose can fill the memory', async () => {
  const registry = new Registry();
  const requests = new RequestMetrics(registry);
  for (let i = 0; i < 1_500; i++)
    requests.requestFinished({ method: 'GET', route: `/a/${i}`, status: 200, milliseconds: 1, waited: undefined });
  const lines = (await registry.getSingleMetricAsString('http_requests_total')).split('\n');
  assert.equal(lines.length, 2 + 1_000 + 1);
  assert.equal(lines.at(-1), 'http_requests_total{method="GET",route="other",status="200"} 500');
});

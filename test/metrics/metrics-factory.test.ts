import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConfigurationError } from '../../src/configuration/configuration-error.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonProperty, JsonTypeName } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { MetricsFactory } from '../../src/metrics/metrics-factory.js';
import type { MetricsJson } from '../../src/metrics/metrics-json.js';
import { builtInReporters } from '../../src/metrics/reporters/built-in-reporters.js';
import { LogReporterFactory } from '../../src/metrics/reporters/log-reporter.js';
import { ReporterFactory } from '../../src/metrics/reporters/reporter-factory.js';
import type { Reporter } from '../../src/metrics/reporters/reporter-factory.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { NotNull } from '../../src/validation/presence-constraints.js';
import { Validator } from '../../src/validation/validator.js';

class Sample {
  @JsonProperty @Valid @NotNull metrics: MetricsFactory = new MetricsFactory();
}

@JsonTypeName('broken')
class BrokenReporterFactory extends ReporterFactory {
  override build(): Reporter {
    throw new Error('no way out');
  }
}

@JsonTypeName('failing')
class FailingReporterFactory extends ReporterFactory {
  override build(): Reporter {
    return { report: () => Promise.reject(new Error('unreachable')) };
  }
}

test('by default the process, requests and the log are measured, and nobody is told', async () => {
  const factory = new MetricsFactory();
  assert.deepEqual([String(factory.frequency), factory.reporters], ['1 minute', []]);
  const registry = new MetricRegistry();
  const service = factory.configure(registry);
  assert.notEqual(service.requests, undefined);
  const names = registry.prometheus.getMetricsAsArray().map(({ name }) => name);
  for (const name of ['process_cpu_seconds_total', 'http_requests_in_flight', 'keelson_log_lines_total'])
    assert.ok(names.includes(name), name);
  service.start();
  await service.stop();
});

test('what is switched off is not measured', () => {
  const factory = Object.assign(new MetricsFactory(), { process: false, requests: false });
  const registry = new MetricRegistry();
  assert.equal(factory.configure(registry).requests, undefined);
  assert.deepEqual(
    registry.prometheus.getMetricsAsArray().map(({ name }) => name),
    ['keelson_timer_seconds', 'keelson_meter_total', 'keelson_log_lines_total', 'keelson_log_lines_dropped_total'],
  );
});

test('the log reporter is chosen by its type and has a frequency of its own', async () => {
  const { reporters, frequency } = await load(`
metrics:
  frequency: 5 minutes
  reporters:
    - type: log
    - { type: log, logger: com.example.Metrics, frequency: 10 seconds, includes: [a], reportOnStop: true }
`);
  assert.equal(String(frequency), '5 minutes');
  const [plain, special] = reporters as [LogReporterFactory, LogReporterFactory];
  assert.ok(plain instanceof LogReporterFactory && special instanceof LogReporterFactory);
  assert.deepEqual([plain.logger, plain.frequency, plain.reportOnStop], ['metrics', undefined, false]);
  assert.deepEqual(
    [special.logger, String(special.frequency), special.includes, special.reportOnStop],
    ['com.example.Metrics', '10 seconds', ['a'], true],
  );
});

test('a filter that is no expression is refused', async () => {
  await assert.rejects(load('metrics: { reporters: [ { type: log, includes: ["("], useRegexFilters: true } ] }'), (error) => {
    assert.ok(error instanceof ConfigurationError);
    assert.match(error.message, /must have includes and excludes that are regular expressions if useRegexFilters is true/);
    return true;
  });
});

for (const [settings, names] of [
  [{}, ['Orders.buy', 'Orders.list', 'mails_total{kind="x"}']],
  [{ includes: ['Orders.buy', 'mails_total'] }, ['Orders.buy', 'mails_total{kind="x"}']],
  [{ excludes: ['Orders.buy'] }, ['Orders.list', 'mails_total{kind="x"}']],
  [{ includes: ['Orders.buy'], excludes: ['Orders.buy'] }, []],
  [{ includes: ['Orders'] }, []],
  [{ includes: ['Orders'], useSubstringMatching: true }, ['Orders.buy', 'Orders.list']],
  [{ includes: ['Orders\\..*'], useRegexFilters: true }, ['Orders.buy', 'Orders.list']],
  [{ includes: ['Orders'], useRegexFilters: true }, []],
] as const) {
  test(`${JSON.stringify(settings)} tells ${JSON.stringify(names)}`, () => {
    const factory: ReporterFactory = Object.assign(new LogReporterFactory(), settings);
    const { meters, timers, counters } = factory.filter(sampleMetrics);
    assert.deepEqual([...Object.keys(meters), ...Object.keys(timers), ...Object.keys(counters)], names);
  });
}

test('a last report is a line for each metric; one that cannot be made or fails is told and left', async () => {
  const factory = Object.assign(new MetricsFactory(), { process: false, requests: false });
  factory.reporters = [
    new BrokenReporterFactory(),
    Object.assign(new FailingReporterFactory(), { reportOnStop: true }),
    Object.assign(new LogReporterFactory(), { reportOnStop: true, includes: ['Orders.buy'] }),
  ];
  const logs = await CapturedLogs.during(async () => {
    const registry = new MetricRegistry();
    registry.meter('Orders.buy');
    const service = factory.configure(registry);
    service.start();
    await service.stop();
  });
  assert.deepEqual(
    logs.events.map(({ level, loggerName, message, error }) => [level.name, loggerName, message, error?.message]),
    [
      ['WARN', 'keelson.metrics', 'A metrics reporter cannot be built and is left out', 'no way out'],
      [
        'INFO',
        'metrics',
        'type=METER, name=Orders.buy, count=0, m15_rate=0, m1_rate=0, m5_rate=0, mean_rate=0, units=events/second',
        undefined,
      ],
      ['WARN', 'keelson.metrics', 'A metrics report failed', 'unreachable'],
    ],
  );
});

const sampleMetrics: MetricsJson = {
  version: '4.0.0',
  gauges: {},
  counters: { 'mails_total{kind="x"}': { count: 1 } },
  histograms: {},
  meters: { 'Orders.buy': { count: 1 } },
  timers: { 'Orders.list': { count: 1 } },
};

async function load(text: string): Promise<MetricsFactory> {
  const { configuration } = await loadConfiguration(Sample, 'service.yml', {
    source: new TextConfigurationSource(text),
    subtypes: new Subtypes().register(...builtInReporters),
    validator: new Validator(),
  });
  return configuration.metrics;
}

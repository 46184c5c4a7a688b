import assert from 'node:assert/strict';
import { test } from 'node:test';

import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { ReportSchedule } from '../../src/metrics/reporters/report-schedule.js';
import { ReporterFactory } from '../../src/metrics/reporters/reporter-factory.js';
import type { Reporter } from '../../src/metrics/reporters/reporter-factory.js';
import { Duration } from '../../src/values/duration.js';

/** A reporter whose reports take as long as the test wants. */
class SlowReporterFactory extends ReporterFactory {
  begun = 0;
  ended = 0;
  atOnce = 0;
  private finish: () => void = () => {};
  private begin: () => void = () => {};
  readonly firstBegun = new Promise<void>((resolve) => (this.begin = resolve));

  override build(): Reporter {
    return {
      report: async () => {
        this.begun++;
        this.atOnce = Math.max(this.atOnce, this.begun - this.ended);
        this.begin();
        await new Promise<void>((resolve) => (this.finish = resolve));
        this.ended++;
      },
    };
  }

  finishReport(): void {
    this.finish();
  }
}

test('a report that takes longer than the period leaves out the next, and a stop waits for it', async () => {
  const factory = new SlowReporterFactory();
  const [schedule] = ReportSchedule.of([factory], new MetricRegistry(), Duration.milliseconds(1));
  schedule!.start();
  const alive = setInterval(() => undefined, 1000);
  await factory.firstBegun;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual([factory.begun, factory.atOnce], [1, 1]);
  let stopped = false;
  const stopping = schedule!.stop().then(() => (stopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(stopped, false);
  factory.finishReport();
  await stopping;
  clearInterval(alive);
  assert.deepEqual([factory.begun, factory.ended], [1, 1]);
});

test('the last report begins when the one under way has ended', async () => {
  const factory = Object.assign(new SlowReporterFactory(), { reportOnStop: true });
  const [schedule] = ReportSchedule.of([factory], new MetricRegistry(), Duration.milliseconds(1));
  schedule!.start();
  const alive = setInterval(() => undefined, 1000);
  await factory.firstBegun;
  const stopping = schedule!.stop();
  factory.finishReport();
  while (factory.begun < 2) await new Promise((resolve) => setImmediate(resolve));
  factory.finishReport();
  await stopping;
  clearInterval(alive);
  assert.deepEqual([factory.begun, factory.ended, factory.atOnce], [2, 2, 1]);
});

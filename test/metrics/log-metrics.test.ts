import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Registry } from 'prom-client';

import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { Level } from '../../src/logging/level.js';
import { LoggerTree } from '../../src/logging/logger-tree.js';
import { exportLogMetrics } from '../../src/metrics/log-metrics.js';

test('log lines are counted by level, and lost ones', async () => {
  const appender = Object.assign(new MemoryAppender(), { dropped: 7 });
  const loggers = new LoggerTree(() => ({ level: Level.INFO, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() }));
  const registry = new Registry();
  exportLogMetrics(registry, loggers);
  const logger = loggers.get('com.example.Thing');
  logger.error('one');
  logger.info('two');
  logger.info('three');
  logger.debug('not let pass');
  assert.equal(
    await registry.metrics(),
    `# HELP keelson_log_lines_total Lines said to loggers that let their level pass, by level.
# TYPE keelson_log_lines_total counter
keelson_log_lines_total{level="error"} 1
keelson_log_lines_total{level="warn"} 0
keelson_log_lines_total{level="info"} 2
keelson_log_lines_total{level="debug"} 0
keelson_log_lines_total{level="trace"} 0

# HELP keelson_log_lines_dropped_total Lines that were lost because their destination took none for too long.
# TYPE keelson_log_lines_dropped_total counter
keelson_log_lines_dropped_total 7
`,
  );
});

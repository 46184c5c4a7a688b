import type { Registry } from 'prom-client';

import { Level } from '../logging/level.js';
import type { LoggerTree } from '../logging/logger-tree.js';
import { exportFamily } from './exported-metric.js';

const lineLevels: readonly Level[] = [Level.ERROR, Level.WARN, Level.INFO, Level.DEBUG, Level.TRACE];

/** Exports the log's own counters: lines by level, and lines that were lost. */
export function exportLogMetrics(registry: Registry, loggers: Pick<LoggerTree, 'counts' | 'dropped'>): void {
  exportFamily(registry, {
    name: 'keelson_log_lines_total',
    help: 'Lines said to loggers that let their level pass, by level.',
    type: 'counter',
    samples: () => lineLevels.map((level) => ({ labels: { level: level.name.toLowerCase() }, value: loggers.counts.of(level) })),
  });
  exportFamily(registry, {
    name: 'keelson_log_lines_dropped_total',
    help: 'Lines that were lost because their destination took none for too long.',
    type: 'counter',
    samples: () => [{ value: loggers.dropped }],
  });
}

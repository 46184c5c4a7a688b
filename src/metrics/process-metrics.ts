import { PerformanceObserver, constants, performance } from 'node:perf_hooks';
import type { PerformanceEntry } from 'node:perf_hooks';

import type { Registry } from 'prom-client';

import { DurationBuckets } from './duration-buckets.js';
import { exportFamily } from './exported-metric.js';
import type { ExportedFamily, Sample } from './exported-metric.js';
import { LoopDelay } from './loop-delay.js';

const collectionBounds: readonly number[] = [0.0001, 0.001, 0.01, 0.1, 1];

/** Event loop, memory, garbage collection and handles of this process; observed from {@link start} to {@link stop}. */
export class ProcessMetrics {
  private readonly loopDelay = new LoopDelay();
  private readonly collections = new Map<string, DurationBuckets>();
  private observer: PerformanceObserver | undefined;
  private readonly utilizationAtStart = performance.eventLoopUtilization();

  constructor(registry: Registry) {
    for (const family of this.families()) exportFamily(registry, family);
  }

  start(): void {
    if (this.observer !== undefined) return;
    this.loopDelay.start();
    this.observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.collected((entry as CollectionEntry).detail.kind, entry.duration / 1000);
    });
    this.observer.observe({ entryTypes: ['gc'] });
  }

  stop(): void {
    this.loopDelay.stop();
    this.observer?.disconnect();
    this.observer = undefined;
  }

  private collected(kind: number, seconds: number): void {
    const name = collectionKinds.get(kind) ?? 'other';
    let buckets = this.collections.get(name);
    if (buckets === undefined) this.collections.set(name, (buckets = new DurationBuckets(collectionBounds)));
    buckets.record(seconds);
  }

  private *families(): Iterable<ExportedFamily> {
    yield gauge('process_start_time_seconds', 'When the process began, in seconds since 1970.', () => performance.timeOrigin / 1000);
    yield counter('process_cpu_seconds_total', 'Processor time used, by the process itself and by the system for it.', cpuSeconds);
    yield gauge('process_resident_memory_bytes', 'Memory that the process holds.', () => process.memoryUsage.rss());
    yield gauge('nodejs_heap_size_total_bytes', 'Size of the JavaScript heap.', () => process.memoryUsage().heapTotal);
    yield gauge('nodejs_heap_size_used_bytes', 'Part of the JavaScript heap that is in use.', () => process.memoryUsage().heapUsed);
    yield gauge(
      'nodejs_external_memory_bytes',
      'Memory outside the heap that JavaScript objects hold.',
      () => process.memoryUsage().external,
    );
    yield {
      name: 'nodejs_eventloop_delay_seconds',
      help: 'How late timers ran in the last half to whole minute.',
      type: 'summary',
      samples: () => this.loopDelay.samples(),
    };
    yield gauge('nodejs_eventloop_utilization_ratio', 'Share of the time since the start in which the event loop was busy.', () =>
      this.busyShare(),
    );
    yield {
      name: 'nodejs_gc_duration_seconds',
      help: 'Pauses of the garbage collection, by kind.',
      type: 'histogram',
      samples: () => this.collectionSamples(),
    };
    yield {
      name: 'nodejs_active_handles',
      help: 'Open handles and requests that keep the event loop busy or alive, by type.',
      type: 'gauge',
      samples: handleSamples,
    };
    yield {
      name: 'nodejs_version_info',
      help: 'The version of Node.js; the value is always 1.',
      type: 'gauge',
      samples: () => [{ labels: { version: process.version }, value: 1 }],
    };
  }

  private *collectionSamples(): Iterable<Sample> {
    for (const [kind, buckets] of this.collections) yield* buckets.samples({ kind });
  }

  private busyShare(): number {
    return performance.eventLoopUtilization(this.utilizationAtStart).utilization;
  }
}

/** What entries of the type "gc" carry beside the common fields. */
type CollectionEntry = PerformanceEntry & { readonly detail: { readonly kind: number } };

const collectionKinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);

function gauge(name: string, help: string, value: () => number): ExportedFamily {
  return { name, help, type: 'gauge', samples: () => [{ value: value() }] };
}

function counter(name: string, help: string, value: () => number): ExportedFamily {
  return { name, help, type: 'counter', samples: () => [{ value: value() }] };
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function* handleSamples(): Iterable<Sample> {
  const counts = new Map<string, number>();
  for (const type of process.getActiveResourcesInfo()) counts.set(type, (counts.get(type) ?? 0) + 1);
  for (const [type, value] of counts) yield { labels: { type }, value };
}

import type { JsonMapper } from '../../json/json-mapper.js';
import { exportFamily } from '../../metrics/exported-metric.js';
import type { MetricRegistry } from '../../metrics/metric-registry.js';
import type { Described, Token } from '../../reflection/type-token.js';
import { NameTakenError } from '../../values/registration-errors.js';
import { Topic } from './topic.js';
import type { TopicOptions } from './topic.js';

/** The topics of a service, by name, and their metrics. */
export class TopicRegistry {
  private readonly byName = new Map<string, Topic<unknown>>();

  constructor(
    private readonly mapper: JsonMapper,
    private readonly metrics?: MetricRegistry,
  ) {}

  /**
   * Creates a topic for events whose data is of the type.
   *
   * @example const orders = environment.topics.create('orders', Order, { keep: 1000 });
   */
  create<K extends Token>(name: string, _type: K, options: TopicOptions = {}): Topic<Described<K>> {
    if (this.byName.has(name)) throw new NameTakenError('topic', name, 'give one of them another name');
    const topic = new Topic<Described<K>>(name, this.mapper, options);
    if (this.byName.size === 0) this.exportMetrics();
    this.byName.set(name, topic as Topic<unknown>);
    return topic;
  }

  private exportMetrics(): void {
    if (this.metrics === undefined) return;
    const { prometheus } = this.metrics;
    const samples = (value: (topic: Topic<unknown>) => number) => () =>
      [...this.byName].map(([topic, of]) => ({ labels: { topic }, value: value(of) }));
    exportFamily(prometheus, {
      name: 'keelson_topic_subscribers',
      help: 'Clients that read the topic now.',
      type: 'gauge',
      samples: samples((topic) => topic.subscribers),
    });
    exportFamily(prometheus, {
      name: 'keelson_topic_events_total',
      help: 'Events published.',
      type: 'counter',
      samples: samples((topic) => topic.published),
    });
    exportFamily(prometheus, {
      name: 'keelson_topic_events_dropped_total',
      help: 'Events that slow readers have missed, added up over all of them.',
      type: 'counter',
      samples: samples((topic) => topic.dropped),
    });
  }
}

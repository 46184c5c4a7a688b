import { HttpMethodKind, PathKind } from '../contract/annotations/routing-annotations.js';
import type { ResourceModel } from '../contract/endpoint-model.js';
import { ExceptionMeteredKind, MeteredKind, TimedKind } from '../metrics/metric-annotations.js';
import type { MetricName } from '../metrics/metric-annotations.js';
import { modelOf } from '../reflection/class-model.js';
import type { MethodModel } from '../reflection/class-model.js';

/** Annotations for metrics that measure nothing, and two methods that would count under one name. */
export function metricProblems(resources: readonly ResourceModel[]): readonly string[] {
  return resources.flatMap(({ type }) => {
    const owners = new Map<string, string>();
    return modelOf(type).methods.flatMap((method) => problemsOf(method, type.name, owners));
  });
}

function problemsOf(method: MethodModel, resource: string, owners: Map<string, string>): readonly string[] {
  const { annotations } = method;
  const place = `${resource}.${method.name}`;
  const answers = annotations.has(HttpMethodKind) || annotations.has(PathKind);
  return kinds.flatMap((kind) => {
    const metric: MetricName | undefined = annotations.first(kind);
    if (metric === undefined) return [];
    if (!answers)
      return [
        `${place}: @${kind.name} measures methods that answer requests, and this answers none; remove it, or measure with environment.metrics`,
      ];
    if (metric.absolute === true) return [];
    const name = `${kind.name} ${metric.name ?? method.name}`;
    const first = owners.get(name);
    owners.set(name, place);
    return first === undefined
      ? []
      : [
          `${place} and ${first} both have @${kind.name} under the name ${resource}.${metric.name ?? method.name}; give one of them another name`,
        ];
  });
}

const kinds = [TimedKind, MeteredKind, ExceptionMeteredKind] as const;

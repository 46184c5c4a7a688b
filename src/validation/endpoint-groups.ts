import type { MethodModel } from '../reflection/class-model.js';
import { ValidatedKind } from './constraint-annotations.js';
import { GroupSet } from './groups.js';
import type { Group } from './groups.js';

/** The groups that count for an endpoint. */
export interface EndpointGroups {
  /** For all parameters, whichever of them carries `@Validated`; empty for the default group. */
  readonly parameters: readonly Group[];
  /** For the return value: those that `@Validated` on the method itself chooses; empty for the default group. */
  readonly returnValue: readonly Group[];
  /** What to tell the developer whose parameters choose different groups. */
  readonly problem: string | undefined;
}

/** Reads the `@Validated` annotations of a method. */
export function groupsOfEndpoint(method: MethodModel): EndpointGroups {
  const chosen = method.parameters.flatMap(({ annotations }) => annotations.all(ValidatedKind));
  const sets = new Set(chosen.map((groups) => GroupSet.of(groups)));
  const problem =
    sets.size > 1
      ? `${method.declaredBy.name}.${method.name}: its parameters choose different groups (${[...sets].join('; ')}); ` +
        'one list of groups counts for all parameters of an endpoint, so write the same @Validated on each of them, or only one'
      : undefined;
  return { parameters: chosen[0] ?? [], returnValue: method.annotations.first(ValidatedKind) ?? [], problem };
}

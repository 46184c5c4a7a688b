import { propertiesOf } from '../json/json-properties.js';
import { fromJsonOf } from '../json/scalars.js';
import type { Annotations } from '../reflection/annotations.js';
import { modelOf } from '../reflection/class-model.js';
import { innermostType } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { ValidKind } from '../validation/constraint-annotations.js';
import { planOf } from '../validation/validation-plan.js';
import { Wrapper } from '../values/wrapper.js';

/** A place that takes a value from outside: a parameter, or a field of its class. */
export interface TakingPlace {
  readonly type: TypeRef;
  readonly annotations: Annotations;
  /** In the developer's words, as in "PersonResource.add, parameter 1". */
  readonly place: string;
}

/**
 * What was probably forgotten in a place and in the classes its value consists of: `@Valid` where a class has constraints and, of what is read from JSON, the
 * annotation of a field. The program may be meant so, so these are warnings.
 */
export function forgottenAnnotations(place: TakingPlace, read: 'from JSON' | 'from parameters'): readonly string[] {
  const search = new Search(read);
  search.place(place);
  return search.found;
}

/** The same for the fields of a class whose instances are validated as a whole, as a configuration is. */
export function forgottenIn(type: Class): readonly string[] {
  const search = new Search('from parameters');
  search.class(type, 'validated');
  return search.found;
}

class Search {
  readonly found: string[] = [];
  private readonly seen = new Set<Class>();

  constructor(private readonly read: 'from JSON' | 'from parameters') {}

  place({ type, annotations, place }: TakingPlace, around: 'validated' | 'not validated' = 'validated'): void {
    const inner = innermostType(type);
    if (inner?.kind !== 'class' || inner.type.prototype instanceof Wrapper) return;
    const valid = annotations.first(ValidKind);
    const constrained = around === 'validated' && valid === undefined ? constrainedIn(inner.type) : undefined;
    if (constrained !== undefined) {
      const which = constrained === inner.type ? constrained.name : `${constrained.name} inside ${inner.type.name}`;
      this.found.push(
        `${place}: ${which} has constraints, which count only below @Valid; add @Valid, or @Valid(false) if they are not meant to count here`,
      );
    }
    this.class(inner.type, around === 'validated' && valid === true ? 'validated' : 'not validated');
  }

  class(type: Class, state: 'validated' | 'not validated'): void {
    if (this.seen.has(type)) return;
    this.seen.add(type);
    if (this.read === 'from JSON' && fromJsonOf({ kind: 'class', type }) === undefined) this.found.push(...fieldsWithoutAnnotation(type));
    for (const { name, declaredBy, type: declared, annotations } of modelOf(type).fields)
      this.place({ type: declared, annotations, place: `${declaredBy.name}.${name}` }, state);
  }
}

/** The first class with constraints of its own, among the class itself and those that its fields hold. */
function constrainedIn(root: Class): Class | undefined {
  const reached = new Set([root]);
  for (const type of reached) {
    const { properties, methods } = planOf(type);
    if (methods.length > 0 || properties.some(({ value }) => value.steps.length > 0)) return type;
    for (const { type: declared, annotations } of modelOf(type).fields) {
      const inner = annotations.first(ValidKind) === false ? undefined : innermostType(declared);
      if (inner?.kind === 'class') reached.add(inner.type);
    }
  }
  return undefined;
}

/** Fields that have a value in a new instance and no annotation: JSON leaves them alone, which is seldom meant. */
function fieldsWithoutAnnotation(type: Class): readonly string[] {
  if (propertiesOf(type).length === 0) return [];
  const known = new Set(modelOf(type).fields.map(({ name }) => name));
  return Object.entries(instanceOf(type))
    .filter(([name, value]) => !known.has(name) && !name.startsWith('_') && typeof value !== 'function')
    .map(
      ([name]) =>
        `${type.name}.${name}: has no annotation, so it is never read from JSON; mark it @JsonProperty, or @JsonIgnore if that is meant`,
    );
}

function instanceOf(type: Class): object {
  try {
    return type.length > 0 ? {} : (Reflect.construct(type, []) as object);
  } catch {
    // An abstract class, or one whose constructor throws; the latter is refused elsewhere.
    return {};
  }
}

import { modelOf } from '../reflection/class-model.js';
import type { ClassModel } from '../reflection/class-model.js';
import { missingType, undeclaredEnum } from '../reflection/missing-type.js';
import { innermostType } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { warnOnce } from '../reflection/warn-once.js';
import { PropertyNote } from './json-annotations.js';
import { JsonModelError } from './json-errors.js';
import { propertiesOf } from './json-properties.js';
import { isForbiddenKey } from './property-names.js';
import { fromJsonOf } from './scalars.js';
import { isPolymorphicBase, polymorphismOf } from './subtypes.js';
import type { Subtypes } from './subtypes.js';

/** Refuses a type that cannot be read from JSON, with everything that is wrong with all classes it reaches. */
export function checkReadable(type: TypeRef, subtypes: Subtypes): void {
  const check = new ModelCheck(subtypes);
  check.type(type, 'the type');
  if (check.problems.length > 0) throw new JsonModelError(check.problems);
}

/** Refuses a class that cannot be written as JSON; types need not be known for that. */
export function checkWritable(type: Class): void {
  const problems = [...placeProblems(modelOf(type)), ...nameProblems(type)];
  if (problems.length > 0) throw new JsonModelError(problems);
}

class ModelCheck {
  readonly problems: string[] = [];
  private readonly seen = new Set<Class>();

  constructor(private readonly subtypes: Subtypes) {}

  type(type: TypeRef, place: string): void {
    const missing = missingType(type, place, '@JsonProperty(%)');
    if (missing !== undefined) this.problems.push(missing);
    else this.parts(type);
  }

  private parts(type: TypeRef): void {
    const innermost = innermostType(type);
    if (innermost?.kind === 'class' && fromJsonOf(innermost) === undefined) this.class(innermost.type);
  }

  private class(type: Class): void {
    if (this.seen.has(type)) return;
    this.seen.add(type);
    if (isPolymorphicBase(type)) this.subtypesOf(type);
    else this.made(type);
    this.problems.push(...placeProblems(modelOf(type)), ...nameProblems(type));
    for (const property of propertiesOf(type)) {
      if (!property.read) continue;
      const place = `${property.declaredBy.name}.${property.field}`;
      if (property.mayBeEnum) warnOnce(undeclaredEnum(place));
      this.type(property.type, place);
    }
    for (const subtype of this.subtypes.of(type)) this.class(subtype);
  }

  /** That there is a class to choose, and that the default is one of them. */
  private subtypesOf(base: Class): void {
    const names = this.subtypes.namesOf(base);
    const wanted = polymorphismOf(base)?.defaultType;
    if (names.length === 0)
      this.problems.push(
        `${base.name}: is @JsonPolymorphic, but no class is registered for it; register its subclasses with subtypes.register(…)`,
      );
    else if (wanted !== undefined && !names.includes(wanted))
      this.problems.push(
        `${base.name}: its defaultType "${wanted}" is not registered; use one of ${names.join(', ')}, or register that class`,
      );
  }

  /** That an instance can be made, and that there is something to bind to it. */
  private made(type: Class): void {
    if (type.length > 0) {
      this.problems.push(
        `${type.name}: its constructor takes arguments, and JSON gives it none; let it take none, or write "static fromJson(value)"`,
      );
      return;
    }
    try {
      Reflect.construct(type, []);
    } catch (error) {
      this.problems.push(`${type.name}: its constructor throws: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (modelOf(type).fields.length === 0 && polymorphismOf(type) === undefined) {
      this.problems.push(`${type.name}: none of its fields is annotated, so that nothing is known of them; mark them @JsonProperty`);
    }
  }
}

function placeProblems(model: ClassModel): readonly string[] {
  const onMethods = model.methods
    .filter((method) => method.annotations.has(PropertyNote))
    .map((method) => `${method.declaredBy.name}.${method.name}: @JsonProperty stands on fields and accessors, not on methods`);
  return [...onMethods, ...model.misplaced.filter((what) => /@(Json\w+|Secret) on /.test(what))];
}

function nameProblems(type: Class): readonly string[] {
  const problems: string[] = [];
  const owners = new Map<string, string>();
  for (const { property, field, declaredBy } of propertiesOf(type)) {
    const place = `${declaredBy.name}.${field}`;
    const owner = owners.get(property);
    if (isForbiddenKey(property) || isForbiddenKey(field)) {
      problems.push(`${place}: "${isForbiddenKey(field) ? field : property}" can be no property of JSON; name it otherwise`);
    } else if (owner !== undefined) {
      problems.push(`${place} and ${owner} are both the property "${property}"; give one of them another name`);
    }
    owners.set(property, place);
  }
  return problems;
}

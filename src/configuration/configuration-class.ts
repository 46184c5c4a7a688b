import { propertiesOf } from '../json/json-properties.js';
import type { JsonPropertyModel } from '../json/json-properties.js';
import { fromJsonOf } from '../json/scalars.js';
import { polymorphismOf } from '../json/subtypes.js';
import type { Subtypes } from '../json/subtypes.js';
import { missingType, undeclaredEnum } from '../reflection/missing-type.js';
import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { warnOnce } from '../reflection/warn-once.js';
import { ConfigurationClassError } from './configuration-error.js';

/** One key of a configuration class: a property that can be set. */
export type Setting = JsonPropertyModel;

/** The keys of a configuration class, those of base classes first, each class's in the order written. */
export function settingsOf(type: Class): readonly Setting[] {
  return propertiesOf(type)
    .filter(({ read }) => read)
    .map((property) => (namesSecret(property.field) ? { ...property, secret: true } : property));
}

/** A new object of the class, with its defaults. */
export function instanceOf<C extends object>(type: Class<C>): C {
  try {
    return new (type as unknown as new () => C)();
  } catch (error) {
    throw new ConfigurationClassError(
      `Unable to create an instance of the configuration class: '${type.name}'; ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** Refuses a class with fields whose types are not known at run time, in it or in any class that it leads to; all findings at once. */
export function checkConfigurationClass(type: Class, subtypes: Subtypes): void {
  const problems: string[] = [];
  forEachClass(type, subtypes, (one) => {
    for (const { field, type: declared, mayBeEnum } of settingsOf(one)) {
      const place = `${one.name}.${field}`;
      if (mayBeEnum) warnOnce(undeclaredEnum(place));
      const problem = missingType(declared, place, '@JsonProperty(%)');
      if (problem !== undefined) problems.push(problem);
    }
  });
  if (problems.length > 0) throw new ConfigurationClassError([...new Set(problems)].join('\n'));
}

/** Visits every class that the configuration can be made of, each once. */
export function forEachClass(type: Class, subtypes: Subtypes, visit: (type: Class) => void): void {
  const seen = new Set<Class>();
  const enter = (ref: TypeRef): void => {
    const known = settled(ref);
    if ('element' in known) enter(known.element);
    if (known.kind !== 'class' || seen.has(known.type) || fromJsonOf(known) !== undefined) return;
    seen.add(known.type);
    if (polymorphismOf(known.type) !== undefined) for (const subtype of subtypes.of(known.type)) enter({ kind: 'class', type: subtype });
    visit(known.type);
    for (const setting of settingsOf(known.type)) enter(setting.type);
  };
  enter({ kind: 'class', type });
}

/** True if the name of a key says that its value is a secret. Such values are hidden even if they are not marked. */
export function namesSecret(key: string): boolean {
  return /(?:pass(?:word|phrase|wd)|secret|token|credentials?|(?:access|api|private|secret|signing)[-_.]?key)s?$/i.test(key);
}

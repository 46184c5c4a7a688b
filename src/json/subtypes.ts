import { modelOf, ownAnnotationsOf } from '../reflection/class-model.js';
import type { Class } from '../reflection/type-ref.js';
import { PolymorphismNote, TypeNameNote } from './json-annotations.js';
import type { Polymorphism } from './json-annotations.js';

/**
 * The classes that JSON can choose by name where a field is declared as a base class marked `@JsonPolymorphic`.
 *
 * @example new Subtypes().register(ConsoleAppenderFactory, FileAppenderFactory).find(AppenderFactory, 'console')
 */
export class Subtypes {
  private readonly registered = new Map<Class, string>();

  /** Adds classes under the names of their `@JsonTypeName`; a name that another class of the same base has is refused. */
  register(...classes: readonly Class[]): this {
    for (const type of classes) this.add(type);
    return this;
  }

  /** The registered class of that name that is the base or extends it. */
  find(base: Class, name: string): Class | undefined {
    for (const [type, own] of this.registered) {
      if (own === name && isOrExtends(type, base)) return type;
    }
    return undefined;
  }

  /** The registered classes that are the base or extend it, in the order registered. */
  of(base: Class): readonly Class[] {
    return [...this.registered.keys()].filter((type) => isOrExtends(type, base));
  }

  /** The names that can stand where the base is declared, in the order registered. */
  namesOf(base: Class): readonly string[] {
    return this.of(base).map((type) => this.registered.get(type)!);
  }

  private add(type: Class): void {
    const name = typeNameOf(type);
    if (name === undefined) {
      throw new SubtypeError(`${type.name} cannot be registered: it has no name of its own; mark it @JsonTypeName('…')`);
    }
    const roots = polymorphicBasesOf(type);
    if (roots.length === 0) {
      throw new SubtypeError(`${type.name} cannot be registered: no class that it extends is marked @JsonPolymorphic`);
    }
    for (const [other, otherName] of this.registered) {
      if (other === type || otherName !== name) continue;
      const shared = polymorphicBasesOf(other).find((base) => roots.includes(base));
      if (shared !== undefined) {
        throw new SubtypeError(
          `${type.name} cannot be registered: "${name}" among the subclasses of ${shared.name} is already ${other.name}`,
        );
      }
    }
    this.registered.set(type, name);
  }
}

/** A class that cannot be registered as a subtype. */
export class SubtypeError extends Error {
  override readonly name = 'SubtypeError';
  readonly code = 'KEELSON_JSON_SUBTYPE';
}

/** The class's own `@JsonTypeName`; that of a class it extends is not its name. */
export function typeNameOf(type: Class): string | undefined {
  return ownAnnotationsOf(type).first(TypeNameNote);
}

/** How JSON names the subclass where this class is declared; the annotation may be on a base class. */
export function polymorphismOf(type: Class): Polymorphism | undefined {
  return modelOf(type).annotations.first(PolymorphismNote);
}

/** True for the class that carries `@JsonPolymorphic` itself: it stands for its subclasses and is not made itself. */
export function isPolymorphicBase(type: Class): boolean {
  return ownAnnotationsOf(type).has(PolymorphismNote);
}

/**
 * The class that an object is read as where `base` is declared, or what is wrong with the name it gives.
 * Without a name it is the default, else the declared class itself.
 */
export function chooseSubtype(base: Class, name: unknown, subtypes: Subtypes): Class | { readonly expected: string } {
  const polymorphism = polymorphismOf(base);
  const itself = isPolymorphicBase(base) ? undefined : base;
  const wanted = name ?? polymorphism?.defaultType;
  if (typeof wanted === 'string') {
    const found = subtypes.find(base, wanted) ?? (typeNameOf(base) === wanted ? itself : undefined);
    if (found !== undefined) return found;
  }
  if (itself !== undefined && (name === undefined || name === null)) return itself;
  const names = subtypes.namesOf(base);
  return { expected: names.length === 0 ? `a subclass of ${base.name}, of which none is registered` : `one of [${names.join(', ')}]` };
}

function polymorphicBasesOf(type: Class): readonly Class[] {
  const bases: Class[] = [];
  for (
    let current: unknown = type;
    typeof current === 'function' && current !== Function.prototype;
    current = Object.getPrototypeOf(current)
  ) {
    if (isPolymorphicBase(current as Class)) bases.push(current as Class);
  }
  return bases;
}

function isOrExtends(type: Class, base: Class): boolean {
  return type === base || Object.prototype.isPrototypeOf.call(base, type);
}

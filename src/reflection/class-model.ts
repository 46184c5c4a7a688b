import { DeclaredType, recordsOf } from './annotation.js';
import type { RecordedMember } from './annotation.js';
import { Annotations } from './annotations.js';
import { designOf } from './design-metadata.js';
import { settled, typeOfConstructor, unknownType } from './type-ref.js';
import type { Class, TypeRef } from './type-ref.js';

/** What is known of a class at run time: what its annotations and the compiler's metadata say, inheritance resolved. */
export interface ClassModel {
  readonly type: Class;
  readonly name: string;
  readonly annotations: Annotations;
  /** Annotated fields and accessors, those of base classes first, each class's in the order written. */
  readonly fields: readonly FieldModel[];
  readonly methods: readonly MethodModel[];
  /** Annotations that stand where none can do anything, in words. */
  readonly misplaced: readonly string[];
}

export interface FieldModel {
  readonly name: string;
  /** The most derived class that annotates it. */
  readonly declaredBy: Class;
  readonly type: TypeRef;
  readonly annotations: Annotations;
  /**
   * True where "text" or "number" may be all that the compiler left of an enum or of a union of literals: no token names the type, and no
   * annotation makes the compiler ask for one.
   */
  readonly mayBeEnum: boolean;
  /** A `field` is set on the instance; accessors live on the prototype and may only read or only write. */
  readonly access: 'field' | 'getter' | 'setter' | 'both';
}

export interface MethodModel {
  readonly name: string;
  readonly declaredBy: Class;
  readonly annotations: Annotations;
  /** Every parameter that the function declares, annotated or not. */
  readonly parameters: readonly ParameterModel[];
  /** What the compiler left of the declared result; of a promise nothing but that it is one. */
  readonly returns: TypeRef;
  /** True where the method is declared to return nothing: `void`, `undefined`, `null`. A promise of nothing is a promise. */
  readonly returnsNothing: boolean;
}

export interface ParameterModel {
  readonly index: number;
  readonly type: TypeRef;
  readonly annotations: Annotations;
}

const models = new WeakMap<Class, ClassModel>();

/** The model of a class, made when first asked for. */
export function modelOf(type: Class): ClassModel {
  let model = models.get(type);
  if (model === undefined) models.set(type, (model = buildModel(type)));
  return model;
}

/** The annotations that stand on exactly this class, not on those it extends. */
export function ownAnnotationsOf(type: Class): Annotations {
  return Annotations.of(recordsOf(type)?.own ?? []);
}

function buildModel(type: Class): ClassModel {
  const fields = new Map<string, FieldModel>();
  const methods = new Map<string, MethodModel>();
  const misplaced: string[] = [];
  let annotations = Annotations.none;
  for (const ancestor of lineageOf(type)) {
    const recorded = recordsOf(ancestor);
    if (recorded === undefined) continue;
    annotations = Annotations.of(recorded.own).over(annotations);
    misplaced.push(...recorded.misplaced.map((what) => `${ancestor.name}: ${what}`));
    for (const [name, member] of recorded.members) {
      if (typeof name === 'symbol') {
        misplaced.push(
          ...kindsOf(member).map(
            (kind) =>
              `${ancestor.name}: @${kind} on the member ${String(name)}, which has no name: it can do nothing there; name the member by a text`,
          ),
        );
        continue;
      }
      const descriptor = Object.getOwnPropertyDescriptor(ancestor.prototype, name);
      if (typeof descriptor?.value === 'function') methods.set(name, methodModel(ancestor, name, member, methods.get(name)));
      else fields.set(name, fieldModel(ancestor, name, member, fields.get(name)));
    }
  }
  return { type, name: type.name, annotations, fields: [...fields.values()], methods: [...methods.values()], misplaced };
}

/** The class and those it extends, the base first. Mixins are links of this chain like any other. */
function lineageOf(type: Class): readonly Class[] {
  const lineage: Class[] = [];
  for (
    let current: unknown = type;
    typeof current === 'function' && current !== Function.prototype;
    current = Object.getPrototypeOf(current)
  ) {
    lineage.unshift(current as Class);
  }
  return lineage;
}

function kindsOf(member: RecordedMember): readonly string[] {
  return [...member.own, ...[...member.parameters.values()].flat()].map(({ kind }) => kind.name);
}

function fieldModel(declaredBy: Class, name: string, member: RecordedMember, inherited: FieldModel | undefined): FieldModel {
  const annotations = Annotations.of(member.own).over(inherited?.annotations ?? Annotations.none);
  const own = Annotations.of(member.own);
  const design = designOf('design:type', declaredBy.prototype as object, name);
  const declared = own.first(DeclaredType) ?? (design === undefined ? undefined : typeOfConstructor(design.value));
  const type = completed(chosen(declared, inherited?.type), annotations);
  const mayBeEnum = (type.kind === 'text' || type.kind === 'number') && !annotations.has(DeclaredType) && leavesTypeOpen(annotations);
  return { name, declaredBy, type, annotations, mayBeEnum, access: accessOf(declaredBy, name) };
}

function leavesTypeOpen(annotations: Annotations): boolean {
  return annotations.kinds().every((kind) => annotations.all(kind).every((value) => kind.options.leavesTypeOpen?.(value) === true));
}

function methodModel(declaredBy: Class, name: string, member: RecordedMember, inherited: MethodModel | undefined): MethodModel {
  const prototype = declaredBy.prototype as Record<string, { readonly length: number }>;
  const designed = designOf('design:paramtypes', prototype, name)?.value as readonly unknown[] | undefined;
  const count = Math.max(prototype[name]!.length, designed?.length ?? 0, ...[...member.parameters.keys()].map((index) => index + 1));
  const parameters = Array.from({ length: count }, (_, index): ParameterModel => {
    const before = inherited?.parameters[index];
    const own = Annotations.of(member.parameters.get(index) ?? []);
    const annotations = own.over(before?.annotations ?? Annotations.none);
    const declared =
      own.first(DeclaredType) ?? (designed !== undefined && index in designed ? typeOfConstructor(designed[index]) : undefined);
    return { index, type: completed(chosen(declared, before?.type), annotations), annotations };
  });
  const ownOfMethod = Annotations.of(member.own);
  const result = designOf('design:returntype', prototype, name);
  const returns = ownOfMethod.first(DeclaredType) ?? (result === undefined ? undefined : typeOfConstructor(result.value));
  return {
    name,
    declaredBy,
    annotations: ownOfMethod.over(inherited?.annotations ?? Annotations.none),
    parameters,
    returns: chosen(returns, inherited?.returns),
    returnsNothing: result === undefined ? (inherited?.returnsNothing ?? false) : result.value === undefined,
  };
}

/** The subclass's word counts unless the compiler left nothing of it. */
function chosen(own: TypeRef | undefined, inherited: TypeRef | undefined): TypeRef {
  if (own === undefined || own.kind === 'unknown') return inherited ?? own ?? unknownType;
  return own;
}

/** An `Optional` of something forgotten is completed by what its annotations can only stand on: `@Min` on an Optional means a number in it. */
function completed(type: TypeRef, annotations: Annotations): TypeRef {
  if (type.kind !== 'optional' || settled(type.element).kind !== 'unknown') return type;
  for (const kind of annotations.kinds()) {
    for (const value of annotations.all(kind)) {
      const implied = kind.options.implies?.(value);
      if (implied !== undefined) return { kind: 'optional', element: implied };
    }
  }
  return type;
}

function accessOf(declaredBy: Class, name: string): FieldModel['access'] {
  for (
    let prototype: unknown = declaredBy.prototype;
    prototype !== null && prototype !== Object.prototype;
    prototype = Object.getPrototypeOf(prototype)
  ) {
    const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
    if (descriptor === undefined) continue;
    if (descriptor.get !== undefined) return descriptor.set === undefined ? 'getter' : 'both';
    if (descriptor.set !== undefined) return 'setter';
  }
  return 'field';
}

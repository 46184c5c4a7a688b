import './single-copy.js';
import './design-metadata.js';
import type { Class, TypeRef } from './type-ref.js';
import { typeOfToken } from './type-token.js';
import type { Token } from './type-token.js';

/**
 * One sort of annotation and the value that each of its uses carries.
 *
 * `merge` says what happens when a subclass annotates a member again: with `replace` its annotations of this kind replace the inherited
 * ones, with `accumulate` they are added to them.
 */
export class AnnotationKind<A> {
  /** Only for the compiler: two kinds of different values are different types. */
  declare protected readonly carries: A;

  constructor(
    readonly name: string,
    readonly options: {
      readonly merge?: 'replace' | 'accumulate';
      /** The only type that an annotation with this value can stand on; it completes an `Optional` whose content the compiler forgot. */
      implies?(value: A): TypeRef | undefined;
      /** True where an annotation with this value stands on members of any type, so that the compiler checked nothing of theirs. */
      leavesTypeOpen?(value: A): boolean;
      /** The annotation as the developer wrote it, for messages: `Max`, where the kind is `Constraint`. */
      written?(value: A): string;
      /** Recorded beside another annotation, so messages leave it out. */
      readonly isInternal?: boolean;
    } = {},
  ) {}
}

/** Where an annotation stands: the class, a member, or a parameter of a method. */
export interface AnnotationPlace {
  /** The class's prototype, or for the class itself and static members its constructor. */
  readonly target: object;
  readonly member: string | symbol | undefined;
  readonly parameter: number | undefined;
}

/** The arguments with which the compiler calls a decorator. */
export type DecoratorArguments = readonly [target: object, member?: PropertyKey, where?: PropertyDescriptor | number];

interface Recorded {
  readonly kind: AnnotationKind<unknown>;
  readonly value: unknown;
}

interface RecordedMember {
  readonly own: Recorded[];
  readonly parameters: Map<number, Recorded[]>;
}

interface RecordedClass {
  readonly own: Recorded[];
  readonly members: Map<string | symbol, RecordedMember>;
  /** Places where no annotation of ours can do anything: static members and constructor parameters. */
  readonly misplaced: string[];
}

const recordedClasses = new WeakMap<object, RecordedClass>();

/** The type that an annotation names for its place. */
export const DeclaredType: AnnotationKind<TypeRef> = new AnnotationKind<TypeRef>('type', { isInternal: true });

/** Records an annotation at its place; nothing else happens before start-up. */
export function record<A>(kind: AnnotationKind<A>, value: A, place: AnnotationPlace): void {
  const { target, member, parameter } = place;
  const type = typeof target === 'function' ? target : target.constructor;
  let recorded = recordedClasses.get(type);
  if (recorded === undefined) {
    recordedClasses.set(type, (recorded = { own: [], members: new Map<string | symbol, RecordedMember>(), misplaced: [] }));
  }
  if (typeof target === 'function' && (member !== undefined || parameter !== undefined)) {
    if (kind.options.isInternal !== true) recorded.misplaced.push(misplacement(kind.options.written?.(value) ?? kind.name, member));
    return;
  }
  // The compiler applies the decorators of one place from the last to the first; read from the front, they are in the order written.
  listAt(recorded, member, parameter).unshift({ kind, value });
}

function misplacement(annotation: string, member: string | symbol | undefined): string {
  return member === undefined
    ? `@${annotation} on a parameter of the constructor: it can do nothing there; annotate a field, or a parameter of a method`
    : `@${annotation} on the static member ${String(member)}: it can do nothing there; make it a member of the instance`;
}

/** Notes the type that a token names for the place. */
export function recordType(token: Token, place: AnnotationPlace): void {
  record(DeclaredType, typeOfToken(token), place);
}

/** The place in the terms of {@link record}; refuses decorators of the other, newer kind. */
export function placeOf([target, member, where]: DecoratorArguments): AnnotationPlace {
  if (typeof member === 'object') {
    throw new TypeError(
      'Keelson needs the decorators that can stand on parameters: set "experimentalDecorators": true and "emitDecoratorMetadata": true in tsconfig.json',
    );
  }
  return {
    target,
    member: typeof member === 'number' ? String(member) : member,
    parameter: typeof where === 'number' ? where : undefined,
  };
}

/** True if a decorator was written bare, `@NotNull` rather than `@NotNull()`. Not for class annotations. */
export function isBareUse(args: readonly unknown[]): args is [object, PropertyKey, (PropertyDescriptor | number)?] {
  if (args.length < 2) return false;
  const [target, member] = args;
  // The newer decorators pass a context object second; taking them for bare uses lets placeOf say what is wrong.
  if (typeof member === 'object' && member !== null && 'kind' in member) return true;
  return (typeof target === 'object' && target !== null) || typeof target === 'function';
}

/** Everything recorded of exactly this class, not of those it extends. */
export function recordsOf(type: Class): RecordedClass | undefined {
  return recordedClasses.get(type);
}

export type { Recorded, RecordedClass, RecordedMember };

function listAt(recorded: RecordedClass, member: string | symbol | undefined, parameter: number | undefined): Recorded[] {
  if (member === undefined) return recorded.own;
  let ofMember = recorded.members.get(member);
  if (ofMember === undefined) recorded.members.set(member, (ofMember = { own: [], parameters: new Map<number, Recorded[]>() }));
  if (parameter === undefined) return ofMember.own;
  let ofParameter = ofMember.parameters.get(parameter);
  if (ofParameter === undefined) ofMember.parameters.set(parameter, (ofParameter = []));
  return ofParameter;
}

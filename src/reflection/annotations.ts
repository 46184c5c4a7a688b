import type { AnnotationKind, Recorded } from './annotation.js';

/** The annotations of one place, inherited ones included, in the order written. */
export class Annotations {
  private constructor(private readonly byKind: ReadonlyMap<AnnotationKind<unknown>, readonly unknown[]>) {}

  static readonly none = new Annotations(new Map());

  static of(recorded: readonly Recorded[]): Annotations {
    if (recorded.length === 0) return Annotations.none;
    const byKind = new Map<AnnotationKind<unknown>, unknown[]>();
    for (const { kind, value } of recorded) {
      const values = byKind.get(kind);
      if (values === undefined) byKind.set(kind, [value]);
      else values.push(value);
    }
    return new Annotations(byKind);
  }

  /** These over inherited ones, each kind by its own rule of merging. */
  over(inherited: Annotations): Annotations {
    if (this.byKind.size === 0) return inherited;
    if (inherited.byKind.size === 0) return this;
    const merged = new Map(inherited.byKind);
    for (const [kind, values] of this.byKind) {
      const before = kind.options.merge === 'accumulate' ? (inherited.byKind.get(kind) ?? []) : [];
      merged.set(kind, [...before, ...values]);
    }
    return new Annotations(merged);
  }

  all<A>(kind: AnnotationKind<A>): readonly A[] {
    // Values are recorded together with their kind, so the list is of that kind's values.
    return (this.byKind.get(kind) ?? []) as readonly A[];
  }

  first<A>(kind: AnnotationKind<A>): A | undefined {
    return this.all(kind)[0];
  }

  has<A>(kind: AnnotationKind<A>): boolean {
    return this.byKind.has(kind);
  }

  kinds(): readonly AnnotationKind<unknown>[] {
    return [...this.byKind.keys()];
  }
}

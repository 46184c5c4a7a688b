import type { PathNode } from '../validation/violation.js';
import type { Origin } from './configuration-tree.js';

/** A value of the bound configuration and its parts, in the terms of violations: where each came from, and whether it could be read. */
export class BoundPlace {
  private readonly parts = new Map<string, BoundPlace>();
  private readable = true;

  constructor(readonly origin: Origin) {}

  /** Adds a part and returns it. */
  add(step: PathNode, part: BoundPlace): BoundPlace {
    this.parts.set(keyOf(step), part);
    return part;
  }

  /** Notes that the value could not be read and that the object holds something else in its place. */
  markUnreadable(): void {
    this.readable = false;
  }

  /** What a violation is about: undefined where the tree has nothing, as for defaults. */
  find([step, ...rest]: readonly PathNode[]): BoundPlace | undefined {
    return step === undefined ? this : this.parts.get(keyOf(step))?.find(rest);
  }

  /** Whether a violation there is about what the operator wrote: neither the value, nor what it is part of, nor what it consists of is unreadable. */
  isReliable([step, ...rest]: readonly PathNode[]): boolean {
    if (step === undefined) return this.isWhole();
    return this.readable && (this.parts.get(keyOf(step))?.isReliable(rest) ?? true);
  }

  private isWhole(): boolean {
    return this.readable && [...this.parts.values()].every((part) => part.isWhole());
  }
}

function keyOf(step: PathNode): string {
  switch (step.kind) {
    case 'property':
      return `.${step.name}`;
    case 'index':
      return `[${step.index}]`;
    case 'key':
      return `(${step.key})`;
  }
}

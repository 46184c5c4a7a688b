import type { JsonSchema } from '../values/json-schema.js';
import type { Attributes, ConstraintDefinition, ConstraintUse } from './constraint.js';

/** What a constraint lets pass on one scale; a side that is left out has no end. */
export interface Bounds {
  /** Bounds of different scales have nothing to do with each other. */
  readonly scale: 'number' | 'size' | 'duration' | 'dataSize';
  readonly least?: Bound;
  readonly most?: Bound;
}

export interface Bound {
  readonly value: number | bigint;
  readonly inclusive: boolean;
}

/** A constraint that keeps values between bounds. */
export interface BoundedDefinition extends ConstraintDefinition {
  bounds(attributes: Attributes): Bounds;
}

/** Completes a definition by what follows from its bounds: the constraints that it contradicts. */
export function bounded(definition: Omit<BoundedDefinition, 'contradicts'>): BoundedDefinition {
  return { ...definition, contradicts: (attributes, other) => areApart(definition.bounds(attributes), boundsOf(other)) };
}

/** A bound that lets its own value pass. */
export function inclusive(value: unknown): Bound {
  return { value: value as number | bigint, inclusive: true };
}

/** The bounds of numbers in the words of JSON Schema. */
export function numberSchema({ least, most }: Bounds): JsonSchema {
  return { ...limit(least, 'minimum', 'exclusiveMinimum'), ...limit(most, 'maximum', 'exclusiveMaximum') };
}

function limit(bound: Bound | undefined, including: string, excluding: string): JsonSchema {
  const value = Number(bound?.value);
  return bound !== undefined && Number.isFinite(value) ? { [bound.inclusive ? including : excluding]: value } : {};
}

function boundsOf({ definition, attributes }: ConstraintUse): Bounds | undefined {
  return 'bounds' in definition ? (definition as BoundedDefinition).bounds(attributes) : undefined;
}

function areApart(one: Bounds, other: Bounds | undefined): boolean {
  return one.scale === other?.scale && (isBelow(one.most, other.least) || isBelow(other.most, one.least));
}

function isBelow(most: Bound | undefined, least: Bound | undefined): boolean {
  if (most === undefined || least === undefined) return false;
  return most.value < least.value || (most.value === least.value && !(most.inclusive && least.inclusive));
}

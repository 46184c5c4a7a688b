import type { BareConstraint, Holding } from './constraint-types.js';
import { bareConstraint } from './constraint.js';
import type { ConstraintDefinition } from './constraint.js';

/** The date must lie before now. */
export const Past: BareConstraint<Holding<Date>, '@Past stands on dates, not on'> = bareConstraint(
  comparedToNow('Past', 'must be in the past', (time, now) => time < now),
);

/** The date must lie after now. */
export const Future: BareConstraint<Holding<Date>, '@Future stands on dates, not on'> = bareConstraint(
  comparedToNow('Future', 'must be in the future', (time, now) => time > now),
);

/** The date must not lie after now. */
export const PastOrPresent: BareConstraint<Holding<Date>, '@PastOrPresent stands on dates, not on'> = bareConstraint(
  comparedToNow('PastOrPresent', 'must be a date in the past or in the present', (time, now) => time <= now),
);

/** The date must not lie before now. */
export const FutureOrPresent: BareConstraint<Holding<Date>, '@FutureOrPresent stands on dates, not on'> = bareConstraint(
  comparedToNow('FutureOrPresent', 'must be a date in the present or in the future', (time, now) => time >= now),
);

function comparedToNow(name: string, message: string, holds: (time: number, now: number) => boolean): ConstraintDefinition {
  return {
    name,
    on: 'date',
    level: 'value',
    absent: 'valid',
    message,
    contradicts: (_, other) => isPast(name) && isFuture(other.definition.name) && !(allowsNow(name) && allowsNow(other.definition.name)),
    prepare: () => (value) => value instanceof Date && holds(value.getTime(), Date.now()),
  };
}

function isPast(name: string): boolean {
  return name === 'Past' || name === 'PastOrPresent';
}

function isFuture(name: string): boolean {
  return name === 'Future' || name === 'FutureOrPresent';
}

function allowsNow(name: string): boolean {
  return name.endsWith('OrPresent');
}

import type { BareConstraint, Holding } from './constraint-types.js';
import { bareConstraint } from './constraint.js';
import type { ConstraintDefinition } from './constraint.js';

/** The value must be true. */
export const AssertTrue: BareConstraint<Holding<boolean>, '@AssertTrue stands on booleans, not on'> = bareConstraint({
  ...ofBoolean('AssertTrue', 'must be true'),
  prepare: () => (value) => value === true,
  schema: () => ({ const: true }),
});

/** The value must be false. */
export const AssertFalse: BareConstraint<Holding<boolean>, '@AssertFalse stands on booleans, not on'> = bareConstraint({
  ...ofBoolean('AssertFalse', 'must be false'),
  prepare: () => (value) => value === false,
  schema: () => ({ const: false }),
});

function ofBoolean(name: string, message: string): Omit<ConstraintDefinition, 'prepare'> {
  return {
    name,
    on: 'boolean',
    level: 'value',
    absent: 'valid',
    message,
    contradicts: (_, { definition }) => definition.on === 'boolean' && isOpposite(name, definition.name),
  };
}

function isOpposite(one: string, other: string): boolean {
  return one === 'AssertTrue' && other === 'AssertFalse';
}

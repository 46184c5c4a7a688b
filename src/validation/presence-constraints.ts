import { bounded, inclusive } from './bounds.js';
import type { BareConstraint, Sized, Textual } from './constraint-types.js';
import { bareConstraint, meetsIfThere } from './constraint.js';
import type { ConstraintDefinition } from './constraint.js';
import { elementsIn } from './counting.js';
import { sizeSchema } from './size-schema.js';

/** What `@Null` demands. */
export const absence: ConstraintDefinition = {
  name: 'Null',
  on: 'any',
  level: 'holder',
  absent: 'valid',
  message: 'must be null',
  prepare: () => () => false,
  schema: () => ({ not: {} }),
};

/** The value must not be null or undefined. */
export const NotNull: BareConstraint<unknown, never> = bareConstraint({
  name: 'NotNull',
  on: 'any',
  level: 'holder',
  absent: 'invalid',
  message: 'may not be null',
  prepare: () => meetsIfThere,
});

/** The value must be null or undefined. */
export const Null: BareConstraint<unknown, never> = bareConstraint(absence);

/** Text or a collection must be there and hold at least one character or element. */
export const NotEmpty: BareConstraint<Sized, '@NotEmpty stands on text and collections, not on'> = bareConstraint(
  bounded({
    name: 'NotEmpty',
    on: 'sized',
    level: 'value',
    absent: 'invalid',
    message: 'may not be empty',
    prepare: () => (value) => (typeof value === 'string' ? value.length : elementsIn(value)) > 0,
    bounds: () => ({ scale: 'size', least: inclusive(1) }),
    schema: (_, kind) => sizeSchema(kind, 1, Infinity),
  }),
);

/** Text must be there and hold more than white space. */
export const NotBlank: BareConstraint<Textual, '@NotBlank stands on text, not on'> = bareConstraint({
  name: 'NotBlank',
  on: 'text',
  level: 'value',
  absent: 'invalid',
  message: 'may not be empty',
  prepare: () => (value) => typeof value === 'string' && value.trim() !== '',
  schema: () => ({ pattern: '\\S' }),
});

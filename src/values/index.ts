export { DataSize } from './data-size.js';
export type { DataSizeUnit } from './data-size.js';
export { Duration } from './duration.js';
export type { DurationUnit } from './duration.js';
export { Optional } from './optional.js';
export { NameTakenError, RegisteredTooLateError } from './registration-errors.js';
export { Wrapper } from './wrapper.js';

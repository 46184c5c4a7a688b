import { readScalar, readScalarText } from '../json/scalars.js';
import type { ScalarType } from '../json/scalars.js';
import type { ScalarNode } from './configuration-tree.js';

/**
 * The value as the declared type, or a `Mismatch`. More is forgiven than in a request's body: text is read as the type, since overrides and
 * environment variables know nothing else, and a number where text is wanted is the text that was written.
 */
export function readConfigurationScalar(type: ScalarType, node: ScalarNode): unknown {
  const { value, source } = node;
  if (typeof value === 'string') return readScalarText(type, value);
  switch (type.kind) {
    case 'text':
      return source;
    case 'bigint':
      return readScalarText(type, source);
    case 'enum': {
      const byValue = readScalar(type, value);
      return typeof byValue === 'object' ? readScalarText(type, source) : byValue;
    }
    default:
      return readScalar(type, value);
  }
}

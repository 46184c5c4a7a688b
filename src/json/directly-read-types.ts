import { settled } from '../reflection/type-ref.js';
import type { Class, TypeRef } from '../reflection/type-ref.js';
import { propertiesOf } from './json-properties.js';
import { fromJsonOf } from './scalars.js';
import { polymorphismOf } from './subtypes.js';

/** Code for larger classes than this would take longer to compile than it could ever save. */
const mostProperties = 60;

/** Whether documents of the type can be read without JSON.parse: classes of scalars, lists and other such classes. */
export function isReadDirectly(type: TypeRef, maxDepth: number): boolean {
  return new Suitability(maxDepth).suits(type, 0);
}

class Suitability {
  private properties = 0;
  private readonly around = new Set<Class>();

  constructor(private readonly maxDepth: number) {}

  /** `depth` is that of the list or object around the value. The depth of such types is known, so it is not counted while reading. */
  suits(type: TypeRef, depth: number): boolean {
    const known = settled(type);
    switch (known.kind) {
      case 'optional':
        return this.suits(known.element, depth);
      case 'list':
      case 'set':
        return depth < this.maxDepth && this.suits(known.element, depth + 1);
      case 'class':
        return depth < this.maxDepth && this.suitsClass(known.type, depth + 1);
      case 'record':
      case 'map':
      case 'json':
      case 'bigint':
      case 'schema':
      case 'unknown':
        return false;
      default:
        return true;
    }
  }

  private suitsClass(type: Class, depth: number): boolean {
    // The code of a class stands wherever the class is used, so one that contains itself has no end.
    if (this.around.has(type) || fromJsonOf({ kind: 'class', type }) !== undefined || polymorphismOf(type) !== undefined) return false;
    const properties = propertiesOf(type);
    this.properties += properties.length;
    if (properties.length === 0 || this.properties > mostProperties) return false;
    this.around.add(type);
    const suits = properties.every((property) => !property.accessor && this.suits(property.type, depth));
    this.around.delete(type);
    return suits;
  }
}

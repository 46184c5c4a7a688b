import { settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';

/**
 * One value per type, made when first asked for. The same token written twice is two objects and still one type.
 *
 * It never shrinks: types come from declarations and from tokens in the application's code, not from what clients send.
 */
export class PerType<V> {
  private readonly byObject = new WeakMap<TypeRef, V>();
  private readonly byMeaning = new Map<string, V>();

  of(type: TypeRef, make: () => V): V {
    let value = this.byObject.get(type);
    if (value === undefined) {
      const meaning = meaningOf(type);
      value = this.byMeaning.get(meaning);
      if (value === undefined) this.byMeaning.set(meaning, (value = make()));
      this.byObject.set(type, value);
    }
    return value;
  }
}

const ids = new WeakMap<object, number>();
let count = 0;

/** A text that is the same for two types only if they mean the same. */
function meaningOf(type: TypeRef, around: readonly TypeRef[] = []): string {
  const known = settled(type);
  // A list of itself: how many levels up the type stands again.
  if (around.includes(known)) return `^${around.length - around.indexOf(known)}`;
  if ('element' in known) return `${known.kind}<${meaningOf(known.element, [...around, known])}>`;
  if (known.kind === 'enum') return `enum${JSON.stringify(known.members)}`;
  if (known.kind !== 'class' && known.kind !== 'schema') return known.kind;
  const meant = known.kind === 'class' ? known.type : known.schema;
  let id = ids.get(meant);
  if (id === undefined) ids.set(meant, (id = count++));
  return `${known.kind}#${id}`;
}

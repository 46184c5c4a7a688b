import { Readable } from 'node:stream';

import { MediaType } from '../http/media-type.js';
import { settled } from '../reflection/type-ref.js';
import type { TypeRef } from '../reflection/type-ref.js';

/** True for `URLSearchParams`, which takes a form as a whole. */
export function isForm(type: TypeRef): boolean {
  return type.kind === 'class' && type.type === (URLSearchParams as unknown);
}

/** True where content of the given type is what a method with this `@Consumes` reads; JSON includes all its "+json" kinds. */
export function accepts(consumed: MediaType, given: MediaType): boolean {
  return consumed.includes(given) || (consumed === MediaType.json && given.suffix === 'json');
}

/** True for a body that is taken as it arrives. It is never held in memory as a whole, so that only a limit of its own applies to it. */
export function isStreamed(type: TypeRef): boolean {
  const known = settled(type);
  if (known.kind === 'optional') return isStreamed(known.element);
  return known.kind === 'class' && streamClasses.has(known.type);
}

const streamClasses: ReadonlySet<unknown> = new Set<unknown>([Readable, ReadableStream]);

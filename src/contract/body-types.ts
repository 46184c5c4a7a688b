import type { TypeRef } from '../reflection/type-ref.js';

/** True for `URLSearchParams`, which takes a form as a whole. */
export function isForm(type: TypeRef): boolean {
  return type.kind === 'class' && type.type === (URLSearchParams as unknown);
}

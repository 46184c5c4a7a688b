import { fuzzyMember } from '../../json/fuzzy-enum.js';
import { formOf } from '../../reflection/type-ref.js';
import type { EnumMember } from '../../reflection/type-ref.js';
import { malformed } from './wrapper-params.js';

/** Text to a member's value; an empty text is as good as none. */
export function compileEnumParameter(members: readonly EnumMember[]): (text: string) => string | number | undefined {
  const refusal = `%s must be one of [${members.map(formOf).join(', ')}]`;
  return (text) => (text === '' ? undefined : (fuzzyMember(members, text)?.value ?? malformed(refusal)));
}

import { fuzzyMember } from '../../json/fuzzy-enum.js';
import { stringFormOf } from '../../reflection/type-ref.js';
import type { EnumMember } from '../../reflection/type-ref.js';
import { malformed } from './wrapper-params.js';

/** Text to a member's value; an empty text is as good as none. A number is a text here as well, so that it names its member too. */
export function compileEnumParameter(members: readonly EnumMember[]): (text: string) => string | number | undefined {
  const refusal = `%s must be one of [${members.map(stringFormOf).join(', ')}]`;
  const byNumber = new Map(members.filter(({ value }) => typeof value === 'number').map(({ value }) => [String(value), value]));
  return (text) => (text === '' ? undefined : (fuzzyMember(members, text)?.value ?? byNumber.get(text) ?? malformed(refusal)));
}

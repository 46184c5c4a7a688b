import { stringFormOf } from '../reflection/type-ref.js';
import type { EnumMember } from '../reflection/type-ref.js';
import { inAnyCase } from '../values/text-pattern.js';

/** The texts that name a member: its name and the form it is shown in. */
export function spellingsOf(members: readonly EnumMember[]): readonly string[] {
  return [...new Set(members.flatMap((member) => [member.name, stringFormOf(member)]))];
}

/** A pattern for everything that is read as this text: case and blanks do not matter, and dashes and dots count as underscores. */
export function forgivingPattern(text: string): string {
  return Array.from(text.replaceAll(/\s+/g, ''))
    .map((character) => (/[-._]/.test(character) ? '[-._]' : inAnyCase(character)))
    .join('\\s*');
}

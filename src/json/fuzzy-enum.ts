import { stringFormOf } from '../reflection/type-ref.js';
import type { EnumMember } from '../reflection/type-ref.js';

/**
 * The member that a text means: compared first with the names, then with the values ("string forms"). Case does not matter,
 * blanks anywhere are dropped, and dashes and dots are taken for underscores, on both sides.
 *
 * @example fuzzyMember(members, ' reason-unknown ') // the member named REASON_UNKNOWN
 */
export function fuzzyMember(members: readonly EnumMember[], text: string): EnumMember | undefined {
  return lookupOf(members).find(text);
}

/** For compiled readers: the value for each exact spelling, as {@link fuzzyMember} finds it. */
export function exactSpellings(members: readonly EnumMember[]): ReadonlyMap<string, string | number> {
  const lookup = lookupOf(members);
  return new Map(members.flatMap((member) => [member.name, stringFormOf(member)].map((text) => [text, lookup.find(text)!.value] as const)));
}

class EnumLookup {
  private readonly byName = new Map<string, EnumMember>();
  private readonly byForgivenName = new Map<string, EnumMember>();
  private readonly byForm = new Map<string, EnumMember>();

  constructor(members: readonly EnumMember[]) {
    for (const member of members) {
      addFirst(this.byName, member.name, member);
      addFirst(this.byForgivenName, forgiven(member.name), member);
      addFirst(this.byForm, forgiven(stringFormOf(member)), member);
    }
  }

  find(text: string): EnumMember | undefined {
    const exact = this.byName.get(text);
    if (exact !== undefined) return exact;
    const key = forgiven(text);
    return this.byForgivenName.get(key) ?? this.byForm.get(key);
  }
}

const lookups = new WeakMap<readonly EnumMember[], EnumLookup>();

function lookupOf(members: readonly EnumMember[]): EnumLookup {
  let lookup = lookups.get(members);
  if (lookup === undefined) lookups.set(members, (lookup = new EnumLookup(members)));
  return lookup;
}

function addFirst(map: Map<string, EnumMember>, key: string, member: EnumMember): void {
  if (!map.has(key)) map.set(key, member);
}

function forgiven(text: string): string {
  return text.replaceAll(/\s+/g, '').replaceAll(/[-.]/g, '_').toLowerCase();
}

import { distance } from 'fastest-levenshtein';

/** The known names, the ones most like the wrong one first; names equally far stand in the order given. */
export function byLikeness(wrong: string, known: readonly string[]): readonly string[] {
  return known
    .map((name) => ({ name, away: distance(wrong, name) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ name }) => name);
}

/** How many suggestions a message shows. */
export const shownSuggestions = 5;

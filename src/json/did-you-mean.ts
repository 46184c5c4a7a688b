import { distance } from 'fastest-levenshtein';

/** The known names, the ones most like the wrong one first, whatever their case; names equally far stand in the order given. */
export function byLikeness(wrong: string, known: readonly string[]): readonly string[] {
  return known
    .map((name) => ({ name, away: differenceOf(wrong, name) }))
    .toSorted((a, b) => a.away - b.away)
    .map(({ name }) => name);
}

/** How many letters have to be changed to make one of the other. */
export function differenceOf(wrong: string, name: string): number {
  // Beyond this length the distance says nothing, and its cost grows with the square.
  return distance(wrong.slice(0, 100).toLowerCase(), name.toLowerCase());
}

/** How many suggestions a message shows. */
export const shownSuggestions = 5;

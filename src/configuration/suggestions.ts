import { distance } from 'fastest-levenshtein';

/** All known names, the nearest to the given one first; equally near ones in alphabetical order. */
export function nearestFirst(name: string, known: Iterable<string>): readonly string[] {
  // Beyond this length the distance says nothing, and its cost grows with the square.
  const asked = name.slice(0, 100).toLowerCase();
  return [...new Set(known)]
    .map((candidate) => ({ candidate, far: distance(asked, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** The one known name that was probably meant, or undefined where none is near. */
export function probablyMeant(name: string, known: Iterable<string>): string | undefined {
  const [nearest] = nearestFirst(name, known);
  if (nearest === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(Math.max(name.length, nearest.length) / 3));
  return distance(name.slice(0, 100).toLowerCase(), nearest.toLowerCase()) <= allowed ? nearest : undefined;
}

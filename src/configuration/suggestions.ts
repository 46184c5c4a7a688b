import { byLikeness, differenceOf } from '../json/did-you-mean.js';

/** All known names, the nearest to the given one first; equally near ones in alphabetical order. */
export function nearestFirst(name: string, known: Iterable<string>): readonly string[] {
  return byLikeness(name, [...new Set(known)].toSorted());
}

/** The one known name that was probably meant, or undefined where none is near. */
export function probablyMeant(name: string, known: Iterable<string>): string | undefined {
  const [nearest] = nearestFirst(name, known);
  if (nearest === undefined) return undefined;
  const allowed = Math.max(1, Math.floor(Math.max(name.length, nearest.length) / 3));
  return differenceOf(name, nearest) <= allowed ? nearest : undefined;
}

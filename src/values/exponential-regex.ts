import { RegexReader } from './regex-positions.js';
import type { RegexPosition } from './regex-positions.js';

/**
 * The part of a regular expression that makes matching take exponential time, as `([a-z]+)+` does: there are two ways to match the same text within a
 * repetition, so an engine that backtracks tries two ways for every turn of it. Undefined where no such part is found.
 */
export function exponentialPart(source: string, flags = ''): string | undefined {
  const reader = new RegexReader(source, flags);
  if (reader.read() === undefined) return undefined;
  const loop = ambiguousLoop(reader.positions);
  if (loop === undefined) return undefined;
  const around = reader.repeated.filter(({ from, to }) => loop.every((isIn, position) => !isIn || (position >= from && position < to)));
  return around.toSorted((one, other) => other.text.length - one.text.length)[0]?.text ?? source;
}

/** What to tell the developer of such a part. */
export function tooSlow(part: string): string {
  return `${part} can match the same text in several ways, so a text that almost matches takes exponential time; let each text have one way, as in (?:[a-z]+,)* with a separator`;
}

/** The positions of a loop in which there are two different ways from a position back to itself, over the same text. */
function ambiguousLoop(positions: readonly RegexPosition[]): readonly boolean[] | undefined {
  const reachable = positions.map((_, index) => reachableFrom(positions, index));
  for (const [start, { next }] of positions.entries()) {
    const loop = positions.map((_, index) => reachable[start]!.has(index) && reachable[index]!.has(start));
    if (!loop[start]) continue;
    if (next.some((to, at) => loop[to] && next.indexOf(to) !== at) || hasTwoWays(positions, start, loop)) return loop;
  }
  return undefined;
}

function reachableFrom(positions: readonly RegexPosition[], start: number): ReadonlySet<number> {
  const seen = new Set(positions[start]!.next);
  for (const one of seen) for (const next of positions[one]!.next) seen.add(next);
  return seen;
}

/** Walks twice from the start, over the same characters and within the loop; two different positions from which both come back are two ways. */
function hasTwoWays(positions: readonly RegexPosition[], start: number, loop: readonly boolean[]): boolean {
  const count = positions.length;
  const before = new Map<number, number[]>();
  const waiting = [start * count + start];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    for (const one of nextInLoop(positions[Math.floor(pair / count)]!, loop)) {
      for (const other of nextInLoop(positions[pair % count]!, loop)) {
        if (!overlap(positions[one]!, positions[other]!)) continue;
        const key = one * count + other;
        const known = before.get(key);
        if (known === undefined) waiting.push(key);
        before.set(key, [...(known ?? []), pair]);
      }
    }
  }
  const back = new Set([start * count + start]);
  for (const pair of back) for (const one of before.get(pair) ?? []) back.add(one);
  return [...back].some((pair) => Math.floor(pair / count) !== pair % count);
}

function nextInLoop({ next }: RegexPosition, loop: readonly boolean[]): ReadonlySet<number> {
  return new Set(next.filter((to) => loop[to]));
}

function overlap({ takes }: RegexPosition, other: RegexPosition): boolean {
  for (const character of takes) if (other.takes.has(character)) return true;
  return false;
}

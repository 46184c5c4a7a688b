import Negotiator from 'negotiator';

import { BoundedCache } from './bounded-cache.js';
import { listElements } from './header-field.js';
import { MediaType } from './media-type.js';

/** One element of an Accept header: a range of media types and how much the client wants it, from 0 (not at all) to 1. */
export interface AcceptedRange {
  readonly range: MediaType;
  readonly quality: number;
}

/** The ranges of an Accept header in the order written; malformed elements are left out. No header accepts everything. */
export function parseAccept(header: string | undefined): readonly AcceptedRange[] {
  return header === undefined || header === '' ? everything : remembered.get(header);
}

/** How much the client wants this type: the quality of the most specific range that includes it (RFC 9110 §12.5.1), 0 where none does. */
export function qualityOf(accept: string | undefined, type: MediaType): number {
  const best = bestRange(parseAccept(accept), type);
  return best === undefined ? 0 : best.quality;
}

/**
 * Chooses among media types that are known beforehand, remembering the choice per header value: an endpoint makes one at start-up.
 *
 * The client's quality decides, then the server's own (a `qs` parameter, as in JAX-RS), then how precisely the client named the type, then
 * the order in the Accept header, then the order of the offers.
 *
 * @example new MediaTypeChoice([MediaType.json, MediaType.text]).choose('text/*') // 1
 */
export class MediaTypeChoice {
  private readonly choices: BoundedCache<number>;

  constructor(readonly offers: readonly MediaType[]) {
    this.choices = new BoundedCache(100, (header) => bestOffer(offers, parseAccept(header)));
  }

  /** The index of the offer to send, or -1 where the client takes none of them (406). */
  choose(accept: string | undefined): number {
    return this.choices.get(accept ?? '');
  }
}

/** The first of the offered content codings that the client wants most; undefined where only the plain form is acceptable, or wanted most. */
export function chooseEncoding(acceptEncoding: string | undefined, offered: readonly string[]): string | undefined {
  if (acceptEncoding === undefined || acceptEncoding === '') return undefined;
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } });
  const [best] = negotiator.encodings([...offered, 'identity'], { preferred: offered });
  return best === 'identity' ? undefined : best;
}

/** The option came with negotiator 1.0; the types on offer are older. */
interface EncodingNegotiator {
  encodings(available: readonly string[], options: { readonly preferred: readonly string[] }): string[];
}

/** The offered languages that the client wants, the most wanted first; all of them where it does not say. */
export function chooseLanguages(acceptLanguage: string | undefined, offered: readonly string[]): readonly string[] {
  if (acceptLanguage === undefined || acceptLanguage === '') return offered;
  return new Negotiator({ headers: { 'accept-language': acceptLanguage } }).languages([...offered]);
}

function bestOffer(offers: readonly MediaType[], ranges: readonly AcceptedRange[]): number {
  let best = -1;
  let bestScore: readonly number[] = [];
  for (const [index, offer] of offers.entries()) {
    const range = bestRange(ranges, offer);
    if (range === undefined || range.quality === 0) continue;
    const score = [range.quality, serverQuality(offer), specificity(range.range), -ranges.indexOf(range)];
    if (best < 0 || isGreater(score, bestScore)) {
      best = index;
      bestScore = score;
    }
  }
  return best;
}

// The most specific range wins even where its quality is lower: "text/*;q=1, text/html;q=0" does not accept HTML.
function bestRange(ranges: readonly AcceptedRange[], type: MediaType): AcceptedRange | undefined {
  let best: AcceptedRange | undefined;
  for (const one of ranges) {
    if (!matches(one.range, type)) continue;
    if (best === undefined || specificity(one.range) > specificity(best.range)) best = one;
  }
  return best;
}

function matches(range: MediaType, type: MediaType): boolean {
  if (type.isWildcard) return range.isCompatible(type);
  if (!range.includes(type)) return false;
  for (const [name, value] of range.parameters) {
    // What the type does not say, it does not contradict: "application/json;charset=utf-8" takes an offer without charset.
    const offered = type.parameters.get(name);
    if (offered !== undefined && offered.toLowerCase() !== value.toLowerCase()) return false;
  }
  return true;
}

function specificity(range: MediaType): number {
  return (range.type === '*' ? 0 : range.subtype === '*' ? 1 : 2) + range.parameters.size / 100;
}

function serverQuality(offer: MediaType): number {
  const text = offer.parameters.get('qs');
  return text === undefined ? 1 : qualityFrom(text);
}

function isGreater(a: readonly number[], b: readonly number[]): boolean {
  for (const [index, value] of a.entries()) {
    const other = b[index] ?? -Infinity;
    if (value !== other) return value > other;
  }
  return false;
}

function readAccept(header: string): readonly AcceptedRange[] {
  const ranges: AcceptedRange[] = [];
  for (const element of listElements(header)) {
    const [, essence, quality] = /^(.*?)(?:;\s*[qQ]\s*=\s*([^;]*).*)?$/s.exec(element) ?? [];
    const range = MediaType.tryParse(essence ?? element);
    if (range !== undefined) ranges.push({ range, quality: quality === undefined ? 1 : qualityFrom(quality) });
  }
  return ranges;
}

// A malformed quality counts as none given; RFC 9110 leaves it open, and refusing the whole request helps nobody.
function qualityFrom(text: string): number {
  return /^\s*(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*$/.test(text) ? Number(text) : 1;
}

const everything: readonly AcceptedRange[] = [{ range: MediaType.wildcard, quality: 1 }];
const remembered = new BoundedCache(500, readAccept);

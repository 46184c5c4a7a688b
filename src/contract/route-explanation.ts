import { MediaTypeChoice } from '../http/accept.js';
import { MediaType } from '../http/media-type.js';
import { accepts } from './body-types.js';
import type { Contract, PublishedEndpoint } from './contract.js';
import { comparePrecedence } from './path-template.js';
import type { PathTemplate } from './path-template.js';
import { matchTemplate } from './template-match.js';

/** As much of a request as routing looks at. */
export interface RoutedRequest {
  readonly method: string;
  /** Encoded, without the query and the context path. */
  readonly path: string;
  readonly contentType: string | undefined;
  readonly accept: string | undefined;
}

/** A route that was considered, and why it does not answer; no reason for the one that does. */
export interface ConsideredRoute {
  readonly path: string;
  readonly method: string;
  /** "PersonResource.fetch" */
  readonly handler: string;
  readonly lostBecause: string | undefined;
}

/** The routes of a contract in the order in which they lose: by path first, the one that answers last. */
export function explainRoutes(contract: Contract, request: RoutedRequest): readonly ConsideredRoute[] {
  return new RouteExplainer(request).explain(contract);
}

/** A route under consideration: the templates from the root to it, of which all but the last are open. */
interface Candidate {
  readonly route: Omit<ConsideredRoute, 'lostBecause'>;
  readonly templates: readonly PathTemplate[];
  /** Undefined where the sub-resource shows only when a request comes. */
  readonly published: PublishedEndpoint | undefined;
}

/** The plain form of routing and negotiation: it tries everything, one rule after the other, and notes who loses by which. */
class RouteExplainer {
  private readonly considered: ConsideredRoute[] = [];

  constructor(private readonly request: RoutedRequest) {}

  explain({ endpoints, openPaths }: Contract): readonly ConsideredRoute[] {
    const candidates = [
      ...endpoints.map((published): Candidate => {
        const { endpoint, locators, path } = published;
        const route = { path, method: endpoint.httpMethod, handler: endpoint.name };
        return { route, templates: [...locators, endpoint].map(({ template }) => template), published };
      }),
      ...openPaths.map(({ path, locator, locators }): Candidate => {
        const route = { path: `${path}/…`, method: 'any', handler: locator.name };
        return { route, templates: [...locators, locator].map(({ template }) => template), published: undefined };
      }),
    ];
    for (const { route } of this.byAccept(this.byContent(this.byMethod(this.byPath(candidates, this.request.path, 0)))))
      this.considered.push({ ...route, lostBecause: undefined });
    return this.considered;
  }

  /** Of all templates that fit the path, only the most specific is looked at further; a sub-resource goes on below it. */
  private byPath(candidates: readonly Candidate[], path: string, level: number): readonly Candidate[] {
    const fitting: { readonly candidate: Candidate; readonly template: PathTemplate; readonly open: boolean; readonly rest: string }[] = [];
    for (const candidate of candidates) {
      const template = candidate.templates[level]!;
      const open = level < candidate.templates.length - 1 || candidate.published === undefined;
      const match = matchTemplate(template, path, open ? 'prefix' : 'whole');
      if (match.fits) fitting.push({ candidate, template, open, rest: match.rest });
      else this.lose([candidate], match.reason);
    }
    const [best] = fitting.toSorted((a, b) => comparePrecedence(a.template, b.template) || Number(a.open) - Number(b.open));
    if (best === undefined) return [];
    const isBest = (one: (typeof fitting)[number]): boolean => one.template.shape === best.template.shape && one.open === best.open;
    this.lose(
      fitting.filter((one) => !isBest(one)).map(({ candidate }) => candidate),
      `${best.template.text} is more specific`,
    );
    const remaining = fitting.filter(isBest).map(({ candidate }) => candidate);
    const goesDeeper = best.open && remaining.some(({ templates }) => templates.length > level + 1);
    return goesDeeper ? this.byPath(remaining, best.rest, level + 1) : remaining;
  }

  private byMethod(candidates: readonly Candidate[]): readonly Candidate[] {
    const { method } = this.request;
    const answers = (wanted: string): readonly Candidate[] =>
      candidates.filter(({ published }) => published === undefined || published.endpoint.httpMethod === wanted);
    const own = answers(method);
    const chosen = own.length === 0 && method === 'HEAD' ? answers('GET') : own;
    for (const candidate of candidates) {
      if (!chosen.includes(candidate)) this.lose([candidate], `answers ${candidate.route.method}, not ${method}`);
    }
    return chosen;
  }

  private byContent(candidates: readonly Candidate[]): readonly Candidate[] {
    const { contentType } = this.request;
    const readsContent = candidates.some(({ published }) => published?.endpoint.consumes !== undefined);
    if (contentType === undefined || !readsContent) return candidates;
    const sent = MediaType.tryParse(contentType);
    const precisions = new Map(candidates.map((candidate) => [candidate, sent === undefined ? -1 : precisionFor(candidate, sent)]));
    for (const candidate of candidates) {
      if (precisions.get(candidate)! < 0) this.lose([candidate], `does not read ${contentType}`);
    }
    return candidates.filter((candidate) => precisions.get(candidate)! >= 0).toSorted((a, b) => precisions.get(b)! - precisions.get(a)!);
  }

  private byAccept(candidates: readonly Candidate[]): readonly Candidate[] {
    const offers = candidates.flatMap((candidate) =>
      (candidate.published?.endpoint.produces ?? [MediaType.wildcard]).map((mediaType) => ({ candidate, mediaType })),
    );
    if (offers.length === 0) return [];
    const best = offers[new MediaTypeChoice(offers.map(({ mediaType }) => mediaType)).choose(this.request.accept)];
    const lost = candidates.filter((candidate) => candidate !== best?.candidate);
    this.lose(lost, best === undefined ? 'produces no type that the client accepts' : `${best.mediaType.essence} is accepted rather`);
    return best === undefined ? [] : [best.candidate];
  }

  private lose(candidates: readonly Candidate[], lostBecause: string): void {
    for (const { route } of candidates) this.considered.push({ ...route, lostBecause });
  }
}

function precisionFor({ published }: Candidate, sent: MediaType): number {
  const fitting = published?.endpoint.consumes?.filter((consumed) => accepts(consumed, sent)) ?? [MediaType.wildcard];
  return fitting.length === 0 ? -1 : Math.max(...fitting.map((one) => (one.type === '*' ? 0 : one.isWildcard ? 1 : 2)));
}

import { comparePrecedence } from '../../contract/path-template.js';
import type { PathTemplate } from '../../contract/path-template.js';
import { decodeSegment } from '../../http/percent-escapes.js';

/** A template and what answers there. */
export interface RouteEntry<T> {
  readonly template: PathTemplate;
  readonly target: T;
  /** True where the target takes everything below the template as well (a sub-resource). */
  readonly open: boolean;
}

/** The target whose template fits a path best, and the values of the template's variables in its order, decoded. */
export interface RouteMatch<T> {
  readonly target: T;
  readonly values: readonly string[];
  /** Of an open target: what is left of the path, encoded, starting with "/"; empty for others. */
  readonly rest: string;
}

/**
 * A tree of path segments. Templates without variables are looked up whole; for the others every branch that fits is followed and the
 * template of the highest precedence wins, so that "/{a}/detail" beats "/x/{b}" for "/x/detail" as JAX-RS demands. A branch that holds
 * nothing better than what was found is left out, and the number of templates plays no part in the cost.
 */
export class RouteTree<T> {
  private readonly whole = new Map<string, RouteMatch<T>>();
  private readonly root = new Branch<T>();
  /** Looking up does not wait, so that one search serves all look-ups in turn. */
  private readonly search = new Search<T>();

  constructor(entries: readonly RouteEntry<T>[]) {
    const sorted = [...entries].toSorted((a, b) => comparePrecedence(a.template, b.template) || Number(a.open) - Number(b.open));
    for (const [rank, entry] of sorted.entries()) this.add(entry, rank);
  }

  /** Finds the target of a path whose percent escapes are well-formed. Methods and media types are not its concern. */
  match(path: string): RouteMatch<T> | undefined {
    const hasTrailingSlash = path.length > 1 && path.charCodeAt(path.length - 1) === slash;
    const trimmed = hasTrailingSlash ? path.slice(0, -1) : path;
    return this.whole.get(trimmed) ?? this.search.run(this.root, trimmed, hasTrailingSlash);
  }

  private add({ template, target, open }: RouteEntry<T>, rank: number): void {
    const leaf: Leaf<T> = { rank, target };
    if (!open && template.variables.length === 0) this.whole.set(template.text, { target, values: noValues, rest: '' });
    let branch = this.root;
    branch.best = Math.min(branch.best, rank);
    for (const segment of template.segments) {
      if (segment.kind === 'rest') {
        branch.rests.push({ expression: segment.expression, variables: segment.variables, leaf });
        return;
      }
      branch = branch.child(segment);
      branch.best = Math.min(branch.best, rank);
    }
    if (open) branch.open ??= leaf;
    else branch.leaf ??= leaf;
  }
}

interface Leaf<T> {
  readonly rank: number;
  readonly target: T;
}

class Branch<T> {
  readonly literals = new Map<string, Branch<T>>();
  readonly patterns: { readonly expression: RegExp; readonly variables: number; readonly branch: Branch<T> }[] = [];
  readonly rests: { readonly expression: RegExp; readonly variables: number; readonly leaf: Leaf<T> }[] = [];
  variable: Branch<T> | undefined;
  leaf: Leaf<T> | undefined;
  open: Leaf<T> | undefined;
  /** The highest precedence (lowest rank) in this branch and below. */
  best = Infinity;

  child(segment: Exclude<PathTemplate['segments'][number], { kind: 'rest' }>): Branch<T> {
    if (segment.kind === 'variable') return (this.variable ??= new Branch());
    if (segment.kind === 'literal') {
      let branch = this.literals.get(segment.text);
      if (branch === undefined) this.literals.set(segment.text, (branch = new Branch()));
      return branch;
    }
    const { expression, variables } = segment as { expression: RegExp; variables: number };
    const same = this.patterns.find((pattern) => pattern.expression.source === expression.source);
    if (same !== undefined) return same.branch;
    const branch = new Branch<T>();
    this.patterns.push({ expression, variables, branch });
    return branch;
  }
}

/** One look-up after the other: a path, the values on the way, and the best leaf met so far. Segments are cut out as they are needed. */
class Search<T> {
  private path = '';
  private isEscaped = false;
  private readonly values: string[] = [];
  private found: Leaf<T> | undefined = undefined;
  private foundValues: readonly string[] = noValues;
  private foundRest = '';

  run(root: Branch<T>, path: string, hasTrailingSlash: boolean): RouteMatch<T> | undefined {
    this.begin(path);
    this.follow(root, path.length === 1 ? atEnd : 1);
    const { found, foundValues } = this;
    if (found === undefined) return undefined;
    const rest = hasTrailingSlash && this.foundRest !== '' ? `${this.foundRest}/` : this.foundRest;
    return { target: found.target, values: foundValues, rest };
  }

  private begin(path: string): void {
    this.path = path;
    this.isEscaped = path.includes('%');
    this.found = undefined;
  }

  /** From the segment that begins at `start`; {@link atEnd} where there is none left. */
  private follow(branch: Branch<T>, start: number): void {
    if (this.found !== undefined && branch.best >= this.found.rank) return;
    if (branch.open !== undefined) this.consider(branch.open, start === atEnd ? '' : this.path.slice(start - 1));
    if (branch.rests.length > 0) this.tryRests(branch, start);
    if (start === atEnd) {
      if (branch.leaf !== undefined) this.consider(branch.leaf, '');
      return;
    }
    const next = this.path.indexOf('/', start);
    const raw = next < 0 ? this.path.slice(start) : this.path.slice(start, next);
    const segment = this.isEscaped ? decoded(raw) : raw;
    const following = next < 0 ? atEnd : next + 1;
    const literal = branch.literals.get(segment);
    if (literal !== undefined) this.follow(literal, following);
    if (branch.patterns.length > 0) this.tryPatterns(branch, segment, following);
    if (branch.variable !== undefined && segment !== '') {
      this.values.push(segment);
      this.follow(branch.variable, following);
      this.values.pop();
    }
  }

  private consider(leaf: Leaf<T>, rest: string): void {
    if (this.found !== undefined && this.found.rank <= leaf.rank) return;
    this.found = leaf;
    this.foundValues = this.values.slice();
    this.foundRest = rest;
  }

  private tryPatterns({ patterns }: Branch<T>, segment: string, following: number): void {
    for (const { expression, variables, branch } of patterns) {
      const groups = expression.exec(segment)?.groups;
      if (groups === undefined) continue;
      for (let index = 0; index < variables; index++) this.values.push(groups[`v${index}`] ?? '');
      this.follow(branch, following);
      this.values.length -= variables;
    }
  }

  /** Matched as sent and decoded afterwards: an escaped slash must not be taken for a real one. */
  private tryRests({ rests }: Branch<T>, start: number): void {
    const remaining = start === atEnd ? '' : this.path.slice(start);
    for (const { expression, variables, leaf } of rests) {
      const groups = expression.exec(remaining)?.groups;
      if (groups === undefined) continue;
      for (let index = 0; index < variables; index++) this.values.push(decoded(groups[`v${index}`] ?? ''));
      this.consider(leaf, '');
      this.values.length -= variables;
    }
  }
}

/** The escapes of the path are known to be well-formed. */
function decoded(segment: string): string {
  return decodeSegment(segment) ?? segment;
}

const atEnd = -1;
const noValues: readonly never[] = Object.freeze([]);
const slash = 47;

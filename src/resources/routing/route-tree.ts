import { decodeSegment } from '../../http/query-string.js';
import { comparePrecedence } from './path-template.js';
import type { PathTemplate } from './path-template.js';
import type { RouteEntry, RouteMatch, Router } from './router.js';

/**
 * A tree of path segments. Templates without variables are looked up whole; for the others every branch that fits is followed and the
 * template of the highest precedence wins, so that "/{a}/detail" beats "/x/{b}" for "/x/detail" as JAX-RS demands. A branch that holds
 * nothing better than what was found is left out, and the number of templates plays no part in the cost.
 */
export class RouteTree<T> implements Router<T> {
  private readonly whole = new Map<string, RouteMatch<T>>();
  private readonly root = new Branch<T>();

  constructor(entries: readonly RouteEntry<T>[]) {
    const sorted = [...entries].toSorted((a, b) => comparePrecedence(a.template, b.template) || Number(a.open) - Number(b.open));
    for (const [rank, entry] of sorted.entries()) this.add(entry, rank);
  }

  match(path: string): RouteMatch<T> | 'malformed' | undefined {
    const end = path.length > 1 && path.charCodeAt(path.length - 1) === slash ? path.length - 1 : path.length;
    const trimmed = end === path.length ? path : path.slice(0, end);
    const found = this.whole.get(trimmed);
    if (found !== undefined) return found;
    const raw = trimmed === '/' ? [] : trimmed.slice(1).split('/');
    const escaped = trimmed.includes('%');
    const search = new Search<T>(raw, escaped ? raw.map(decodeSegment) : raw, end < path.length ? '/' : '');
    search.follow(this.root, 0);
    return search.outcome();
  }

  private add({ template, target, open }: RouteEntry<T>, rank: number): void {
    const leaf: Leaf<T> = { rank, target, variables: template.variables.length };
    if (!open && template.variables.length === 0) this.whole.set(template.text, { target, values: none, rest: '' });
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
  readonly variables: number;
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

/** One look-up: the segments of a path, and the best leaf met so far with its values. */
class Search<T> {
  private readonly values: (string | undefined)[] = [];
  private found: Leaf<T> | undefined;
  private foundValues: readonly (string | undefined)[] = none;
  private foundRest = '';

  constructor(
    private readonly raw: readonly string[],
    /** Undefined where the escapes of a segment are malformed: no literal fits it, a variable does. */
    private readonly segments: readonly (string | undefined)[],
    private readonly trailingSlash: string,
  ) {}

  follow(branch: Branch<T>, depth: number): void {
    if (this.found !== undefined && branch.best >= this.found.rank) return;
    if (branch.open !== undefined) this.keep(branch.open, depth);
    for (const rest of branch.rests) this.tryRest(rest, depth);
    if (depth === this.segments.length) {
      if (branch.leaf !== undefined) this.keep(branch.leaf, depth);
      return;
    }
    const segment = this.segments[depth];
    const literal = segment === undefined ? undefined : branch.literals.get(segment);
    if (literal !== undefined) this.follow(literal, depth + 1);
    if (segment !== undefined) for (const pattern of branch.patterns) this.tryPattern(pattern, segment, depth);
    if (branch.variable !== undefined && segment !== '') {
      this.values.push(segment);
      this.follow(branch.variable, depth + 1);
      this.values.pop();
    }
  }

  outcome(): RouteMatch<T> | 'malformed' | undefined {
    if (this.found === undefined) return undefined;
    const values = this.foundValues as readonly string[];
    return this.foundValues.includes(undefined) ? 'malformed' : { target: this.found.target, values, rest: this.foundRest };
  }

  private keep(leaf: Leaf<T>, depth: number): void {
    if (this.found !== undefined && this.found.rank <= leaf.rank) return;
    this.found = leaf;
    this.foundValues = this.values.slice();
    this.foundRest = depth === this.raw.length ? this.trailingSlash : `/${this.raw.slice(depth).join('/')}${this.trailingSlash}`;
  }

  private tryPattern({ expression, variables, branch }: Branch<T>['patterns'][number], segment: string, depth: number): void {
    const groups = expression.exec(segment)?.groups;
    if (groups === undefined) return;
    for (let index = 0; index < variables; index++) this.values.push(groups[`v${index}`]);
    this.follow(branch, depth + 1);
    this.values.length -= variables;
  }

  /** Matched as sent and decoded afterwards: an escaped slash must not be taken for a real one. */
  private tryRest({ expression, variables, leaf }: Branch<T>['rests'][number], depth: number): void {
    const groups = expression.exec(this.raw.slice(depth).join('/'))?.groups;
    if (groups === undefined) return;
    for (let index = 0; index < variables; index++) this.values.push(decodeSegment(groups[`v${index}`] ?? ''));
    this.keep(leaf, this.raw.length);
    this.values.length -= variables;
  }
}

const none: readonly never[] = Object.freeze([]);
const slash = 47;

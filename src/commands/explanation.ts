import type { ConsideredRoute } from '../contract/route-explanation.js';
import { sourceOf } from '../contract/source-place.js';
import type { DryRunTrace, FilterNames } from '../resources/dry-run.js';
import { inColumns } from './text-columns.js';

/** Everything that is known of the way of one request. */
export interface Explanation {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  /** The handler that is mounted there; undefined where the resources answer. */
  readonly owner: string | undefined;
  readonly routes: readonly ConsideredRoute[];
  readonly trace: DryRunTrace | undefined;
  readonly filters: FilterNames | undefined;
  /** Undefined where the request was not tried. */
  readonly answer: { readonly status: number; readonly allow: string | undefined; readonly text: string } | undefined;
}

/** The explanation as text; its last line is the status. */
export function describeExplanation(explanation: Explanation): string {
  const sections = [request(explanation), routes(explanation), method(explanation), problems(explanation), filters(explanation)];
  return [...sections, answer(explanation), status(explanation)].filter((section) => section !== '').join('\n\n');
}

function request({ method: httpMethod, target, headers }: Explanation): string {
  return [`${httpMethod} ${target}`, ...headers.map(([name, value]) => `${name}: ${value}`)].join('\n');
}

function routes({ routes: considered, owner, target }: Explanation): string {
  if (owner !== undefined) return `Routes\n  ${owner}: a mounted handler answers everything here`;
  const [first] = target.slice(1).split(/[/?]/, 1);
  const near = considered.filter(({ path, lostBecause }) => lostBecause === undefined || isNear(path, first ?? ''));
  const lines = near.map(({ method: httpMethod, path, handler, lostBecause }) => [
    `  ${httpMethod}`,
    path,
    handler,
    lostBecause === undefined ? 'chosen' : `no: ${lostBecause}`,
  ]);
  const others = considered.length - near.length;
  return [
    'Routes',
    ...(lines.length === 0 ? ['  none fits the path'] : [inColumns(lines)]),
    ...(others === 0 ? [] : [`  ${others} more ${others === 1 ? 'has another path' : 'have other paths'}`]),
  ].join('\n');
}

/** True where the first segments are the same, so that the reason is worth reading. */
function isNear(path: string, first: string): boolean {
  const [own] = path.slice(1).split('/', 1);
  return own === first || own?.startsWith('{') === true;
}

function method({ trace }: Explanation): string {
  if (trace?.endpoint === undefined) return '';
  const { name, declaration, consumes, produces } = trace.endpoint;
  const { file, line } = sourceOf(declaration);
  const values = trace.arguments.map((argument) => `  ${argument.name} = ${argument.value}`);
  const heading = `${name}${file === null ? '' : ` (${file}:${line})`}`;
  return [heading, `  ${consumes?.join(', ') ?? '-'} → ${produces.join(', ')}`, ...values].join('\n');
}

function problems({ trace }: Explanation): string {
  if (trace === undefined || trace.problems.length === 0) return '';
  return ['Problems', ...trace.problems.map((problem) => `  ${problem}`)].join('\n');
}

function filters({ filters: names }: Explanation): string {
  if (names === undefined || names.request.length + names.response.length === 0) return '';
  const line = (way: string, some: readonly string[]): readonly string[] => (some.length === 0 ? [] : [`  ${way}: ${some.join(', ')}`]);
  return ['Filters, in order (named here, not run)', ...line('request', names.request), ...line('response', names.response)].join('\n');
}

function answer({ answer: given, trace, owner }: Explanation): string {
  if (given === undefined) return `Answer\n  only ${owner ?? 'the handler'} knows, and it was not called`;
  if (trace?.unknownBelow !== undefined)
    return `Answer\n  ${trace.unknownBelow.name} finds the resource when a request comes, and was not called`;
  const lines = [
    ...(given.allow === undefined ? [] : [`  Allow: ${given.allow}`]),
    ...(given.status < 400 || given.text === '' ? [] : [`  ${shortened(given.text)}`]),
  ];
  return lines.length === 0 ? '' : ['Answer', ...lines].join('\n');
}

function status({ answer: given, trace }: Explanation): string {
  return `status: ${given === undefined || trace?.unknownBelow !== undefined ? 'unknown' : given.status}`;
}

function shortened(text: string): string {
  const line = text.trim().replaceAll('\n', '\n  ');
  return line.length > 1000 ? `${line.slice(0, 1000)}…` : line;
}

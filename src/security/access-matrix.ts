import { describeAccess } from '../contract/access.js';
import type { AccessModel } from '../contract/access.js';
import { authenticated, everybody } from '../contract/access.js';
import type { Contract, PublishedEndpoint } from '../contract/contract.js';
import type { AuthDefault } from './auth-factory.js';

/** Who may call each endpoint, by kind of caller. */
export interface AccessMatrix {
  /** "anonymous", "authenticated", then the roles that annotations name, sorted. */
  readonly callers: readonly string[];
  readonly rows: readonly AccessRow[];
}

/** One endpoint: "yes", "no", or the condition under which that caller may call it. */
export interface AccessRow {
  /** "GET /accounts" */
  readonly endpoint: string;
  readonly cells: readonly string[];
}

/** The decisions on the way to an endpoint: those of its locators, then its own, or the default where there is none. */
export function decisionsOf({ endpoint, locators }: PublishedEndpoint, undecided: AuthDefault): readonly AccessModel[] {
  const decided = [...locators, endpoint].flatMap(({ access }) => access ?? []);
  if (decided.length > 0 || undecided === 'undecided') return decided;
  return [undecided === 'public' ? everybody : authenticated];
}

/** Who may call an endpoint, in a few words; undefined where nothing is decided. */
export function describeDecisions(decisions: readonly AccessModel[]): string | undefined {
  if (decisions.length === 0) return undefined;
  const words = decisions.map(describeAccess);
  const demands = [...new Set(words)].filter((word) => word !== 'everybody');
  return demands.length === 0 ? 'everybody' : demands.join(', and ');
}

/** Tabulates who may call what. An endpoint without a decision is open to everybody: only a service without authenticators starts with one. */
export function accessMatrix(contract: Contract, undecided: AuthDefault): AccessMatrix {
  const decided = contract.endpoints.map((published) => ({
    endpoint: `${published.endpoint.httpMethod} ${published.path}`,
    decisions: decisionsOf(published, undecided),
  }));
  const roles = [...new Set(decided.flatMap(({ decisions }) => decisions.flatMap((one) => one.roles)))].toSorted();
  return {
    callers: ['anonymous', 'authenticated', ...roles],
    rows: decided.map(({ endpoint, decisions }) => ({
      endpoint,
      cells: [
        decisions.every(({ who }) => who === 'everybody') ? 'yes' : 'no',
        ...[undefined, ...roles].map((role) => cellOf(decisions, role)),
      ],
    })),
  };
}

/** The rights that the second matrix gives and the first does not, a line each. */
export function gainedRights(before: AccessMatrix, now: AccessMatrix): readonly string[] {
  const held = new Map(
    before.rows.map(({ endpoint, cells }) => [endpoint, new Map(before.callers.map((caller, index) => [caller, cells[index]]))]),
  );
  return now.rows.flatMap(({ endpoint, cells }) =>
    now.callers.flatMap((caller, index) => {
      const cell = cells[index]!;
      // Before a role was named anywhere, its holders could do what every known caller can.
      const row = held.get(endpoint);
      const was = row?.get(caller) ?? row?.get('authenticated') ?? 'no';
      if (cell === 'no' || cell === was || was === 'yes') return [];
      return [`${caller}: ${endpoint} was ${row === undefined ? 'not there' : was}, and is ${cell}`];
    }),
  );
}

function cellOf(decisions: readonly AccessModel[], role: string | undefined): string {
  const denies = ({ who, roles }: AccessModel): boolean =>
    who === 'nobody' || (roles.length > 0 && (role === undefined || !roles.includes(role)));
  if (decisions.some(denies)) return 'no';
  const conditions = decisions.flatMap(({ scopes, check }) => [
    ...(scopes.length === 0 ? [] : [`scope ${scopes.join(' and ')}`]),
    ...(check === undefined ? [] : [`check ${check.name || 'without a name'}`]),
  ]);
  return conditions.join(', ') || 'yes';
}

import type { JsonSchema } from '../values/json-schema.js';
import { SchemaDiff } from './schema-diff.js';
import type { Narrowing } from './schema-diff.js';

/** A change of an API that breaks clients. */
export interface BreakingChange {
  /** "POST /people" */
  readonly endpoint: string;
  /** "body name", "query limit", "reply 200 name"; empty for the endpoint itself. */
  readonly place: string;
  readonly rule: string;
}

/**
 * The changes from one document to another that break clients. Requests may accept more than before, and replies may promise more; the other way
 * round it breaks.
 */
export function breakingChanges(before: JsonSchema, after: JsonSchema, today: Date = new Date()): readonly BreakingChange[] {
  return new ApiDiff(before, after, today).changes();
}

type Operation = JsonSchema & {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, JsonSchema>>;
};
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
}
type Content = Readonly<Record<string, { readonly schema?: JsonSchema }>>;
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

class ApiDiff {
  private readonly found: BreakingChange[] = [];
  private endpoint = '';

  constructor(
    private readonly before: JsonSchema,
    private readonly after: JsonSchema,
    private readonly today: Date,
  ) {}

  changes(): readonly BreakingChange[] {
    const after = (this.after['paths'] ?? {}) as Paths;
    for (const [path, item] of Object.entries((this.before['paths'] ?? {}) as Paths)) {
      for (const [method, operation] of Object.entries(item)) {
        this.endpoint = `${method.toUpperCase()} ${path}`;
        const other = after[path]?.[method];
        if (other !== undefined) this.compare(operation, other);
        else this.gone(method, path, operation, after);
      }
    }
    return this.found;
  }

  private gone(method: string, path: string, operation: Operation, after: Paths): void {
    const renamed = Object.keys(after).find(
      (other) => shapeOf(other) === shapeOf(path) && other !== path && after[other]![method] !== undefined,
    );
    if (renamed !== undefined) return this.add('', `a path variable was renamed: ${renamed}`);
    const sunset = operation['x-sunset'];
    if (typeof sunset === 'string' && new Date(sunset) <= this.today) return;
    this.add('', typeof sunset === 'string' ? `is gone before its sunset, ${sunset}` : 'is gone');
  }

  private compare(before: Operation, after: Operation): void {
    this.compareParameters(before, after);
    this.compareBodies(before, after);
    this.compareReplies(before, after);
    this.compareSecurity(before, after);
  }

  private compareParameters(before: Operation, after: Operation): void {
    const known = new Map((before.parameters ?? []).map((parameter) => [`${parameter.in} ${parameter.name}`, parameter]));
    for (const parameter of after.parameters ?? []) {
      const place = `${parameter.in} ${parameter.name}`;
      const old = known.get(place);
      if (parameter.required === true && old?.required !== true)
        this.add(place, old === undefined ? 'is new and required' : 'is required now');
      if (old === undefined) continue;
      if (old.schema['default'] !== undefined && parameter.schema['default'] === undefined)
        this.add(place, `has no default any more, was ${JSON.stringify(old.schema['default'])}`);
      this.narrowed(place, this.requests().narrowings(old.schema, parameter.schema));
    }
  }

  private compareBodies({ requestBody: before }: Operation, { requestBody: after }: Operation): void {
    if (after?.required === true && before?.required !== true)
      this.add('body', before === undefined ? 'is new and required' : 'is required now');
    if (before === undefined || after === undefined) return;
    for (const [mediaType, { schema = {} }] of Object.entries(before.content)) {
      const other = after.content[mediaType];
      if (other === undefined) this.add('body', `${mediaType} is no longer read`);
      else this.narrowed('body', this.requests().narrowings(schema, other.schema ?? {}));
    }
  }

  private compareReplies({ responses: before }: Operation, { responses: after }: Operation): void {
    for (const [status, written] of Object.entries(before)) {
      const place = `reply ${status}`;
      const other = after[status];
      if (other === undefined) {
        this.add(place, 'is no longer answered');
        continue;
      }
      const [old, now] = [this.response(written, this.before), this.response(other, this.after)];
      const headers = Object.keys(now['headers'] ?? {});
      for (const name of Object.keys(old['headers'] ?? {})) if (!headers.includes(name)) this.add(place, `has no header ${name} any more`);
      this.compareContents(place, (old['content'] ?? {}) as Content, (now['content'] ?? {}) as Content);
    }
  }

  private compareContents(place: string, before: Content, after: Content): void {
    const [first, firstNow] = [Object.keys(before)[0], Object.keys(after)[0]];
    if (first !== undefined && firstNow !== undefined && first !== firstNow && first in after)
      this.add(place, `is ${firstNow} by default now, was ${first}`);
    for (const [mediaType, { schema = {} }] of Object.entries(before)) {
      const other = after[mediaType];
      if (other === undefined) {
        this.add(place, `is no longer written as ${mediaType}`);
        continue;
      }
      // What is answered now must be something that was promised before.
      this.widened(place, this.replies().narrowings(other.schema ?? {}, schema));
      this.removed(place, schema, other.schema ?? {});
    }
  }

  /** A field that is gone from a reply, however deep. */
  private removed(place: string, before: JsonSchema, after: JsonSchema, path = '', depth = 0): void {
    const [old, now] = [resolved(before, this.before), resolved(after, this.after)];
    if (depth > 6) return;
    const properties = (now['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    for (const [name, schema] of Object.entries((old['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>)) {
      const inner = path === '' ? name : `${path}.${name}`;
      const other = properties[name];
      if (other !== undefined) this.removed(place, schema, other, inner, depth + 1);
      else if (
        now['type'] === old['type'] &&
        !this.found.some((one) => one.endpoint === this.endpoint && one.place === `${place} ${inner}`)
      )
        this.add(`${place} ${inner}`, 'is gone');
    }
    if (isSchema(old['items']) && isSchema(now['items'])) this.removed(place, old['items'], now['items'], `${path}[]`, depth + 1);
  }

  private compareSecurity(before: Operation, after: Operation): void {
    const [old, now] = [alternatives(before, this.before), alternatives(after, this.after)];
    if (now.length === 0) return;
    const isOpen = (list: readonly JsonSchema[]): boolean => list.length === 0 || list.some((one) => Object.keys(one).length === 0);
    if (isOpen(old) && !isOpen(now)) return this.add('', 'needs credentials now');
    const lost = old.filter((one) => !now.some((other) => covers(other, one)));
    if (lost.length > 0) this.add('', `is no longer open to ${lost.map((one) => JSON.stringify(one)).join(' or ')}`);
  }

  private narrowed(place: string, narrowings: readonly Narrowing[]): void {
    for (const { place: inner, rule } of narrowings) this.add(inner === '' ? place : `${place} ${inner}`, rule);
  }

  /** Seen from the reply that was: what is admitted now and was not. */
  private widened(place: string, narrowings: readonly Narrowing[]): void {
    for (const { place: inner, rule } of narrowings)
      this.add(
        inner === '' ? place : `${place} ${inner}`,
        rule === 'is required now' ? 'may be missing now' : `promises less; before, it ${inPast(rule)}`,
      );
  }

  private requests(): SchemaDiff {
    return new SchemaDiff(
      (schema) => resolved(schema, this.before),
      (schema) => resolved(schema, this.after),
    );
  }

  private replies(): SchemaDiff {
    return new SchemaDiff(
      (schema) => resolved(schema, this.after),
      (schema) => resolved(schema, this.before),
    );
  }

  private response(response: JsonSchema, document: JsonSchema): JsonSchema {
    return resolved(response, document);
  }

  private add(place: string, rule: string): void {
    if (!this.found.some((one) => one.endpoint === this.endpoint && one.place === place && one.rule === rule))
      this.found.push({ endpoint: this.endpoint, place, rule });
  }
}

function resolved(schema: JsonSchema, document: JsonSchema): JsonSchema {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let found: unknown = document;
  for (const key of reference.slice(2).split('/')) found = (found as Record<string, unknown> | undefined)?.[key];
  return isSchema(found) ? resolved(found, document) : {};
}

function alternatives(operation: Operation, document: JsonSchema): readonly JsonSchema[] {
  return (operation['security'] ?? document['security'] ?? []) as readonly JsonSchema[];
}

/** Whether credentials that met the one requirement meet the other. */
function covers(other: JsonSchema, one: JsonSchema): boolean {
  return Object.entries(other).every(([scheme, scopes]) => {
    const had = one[scheme] as readonly string[] | undefined;
    return had !== undefined && (scopes as readonly string[]).every((scope) => had.includes(scope));
  });
}

/** "must be at least 3 now, was 1" is "must be at least 3", seen from the other side. */
function inPast(rule: string): string {
  return rule
    .replace(/, was .*$/, '')
    .replace(/ (?:now|any more)$/, '')
    .replace(' no longer', ' not');
}

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null;
}

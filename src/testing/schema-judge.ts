import type { JsonSchema } from '../values/json-schema.js';
import { TestUsageError } from './test-errors.js';

/** Answers whether values fit the schemas of an OpenAPI document. The judge is ajv, which knows nothing of this framework. */
export class SchemaJudge {
  private readonly compiled = new Map<string, (value: unknown) => boolean>();

  private constructor(
    private readonly ajv: Ajv,
    private readonly definitions: Readonly<Record<string, JsonSchema>>,
  ) {}

  static async of(document: JsonSchema): Promise<SchemaJudge> {
    const { schemas } = document['components'] as { readonly schemas: Readonly<Record<string, JsonSchema>> };
    return new SchemaJudge(await loadAjv(), local(schemas) as Readonly<Record<string, JsonSchema>>);
  }

  accepts(schema: JsonSchema, value: unknown): boolean {
    const key = JSON.stringify(schema);
    let check = this.compiled.get(key);
    if (check === undefined) {
      check = this.ajv.compile({ ...(local(schema) as JsonSchema), $defs: this.definitions });
      this.compiled.set(key, check);
    }
    return check(value);
  }

  /** The schema that a reference leads to, or the schema itself. */
  resolved(schema: JsonSchema): JsonSchema {
    const reference = schema['$ref'];
    return typeof reference === 'string' ? this.resolved(this.definitions[reference.slice(reference.lastIndexOf('/') + 1)]!) : schema;
  }
}

interface Ajv {
  compile(schema: JsonSchema): (value: unknown) => boolean;
}

async function loadAjv(): Promise<Ajv> {
  try {
    const { Ajv2020 } = (await import('ajv/dist/2020.js')) as unknown as { readonly Ajv2020: new (options: object) => Ajv };
    // Strict: a keyword that says nothing where it stands is an error.
    return new Ajv2020({ strict: true });
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new TestUsageError('proveContract judges schemas with ajv, which is not installed; run "npm install --save-dev ajv@8"', {
      cause: error,
    });
  }
}

/** References into the document become references into the schema's own definitions. */
function local(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(local);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) =>
      key === '$ref' ? [key, String(part).replace('#/components/schemas/', '#/$defs/')] : [key, local(part)],
    ),
  );
}

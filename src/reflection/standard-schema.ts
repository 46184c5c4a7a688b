/**
 * A schema of zod, valibot, arktype or any other library that follows [Standard Schema](https://standardschema.dev). It can stand wherever a
 * token stands. The interface is written here in the form that the specification gives, so that nothing has to be installed for it.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    /** The library's name. */
    readonly vendor: string;
    /** Checks a value; what it yields may be another value than it was given. */
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    /** Only for the compiler. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What a schema says of a value. */
export type SchemaResult<Output> = { readonly value: Output; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

/** One thing that a schema finds wrong. */
export interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** What a schema yields. */
export type SchemaOutput<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output'];

/** A schema that has to wait, where values are read without waiting. */
export class AsyncSchemaError extends Error {
  override readonly name = 'AsyncSchemaError';
  readonly code = 'KEELSON_ASYNC_SCHEMA';

  constructor(readonly vendor: string) {
    super(
      `A schema of ${vendor} returned a promise, but requests are read without waiting; use a schema without asynchronous checks, and make those in the method`,
    );
  }
}

/** Asks the schema; throws an {@link AsyncSchemaError} where it has to wait. */
export function askSchema(schema: StandardSchema, value: unknown): SchemaResult<unknown> {
  const result = schema['~standard'].validate(value);
  if (!('then' in result)) return result;
  // Nobody waits for it, and its failure must not end the process.
  result.then(undefined, () => undefined);
  throw new AsyncSchemaError(schema['~standard'].vendor);
}

/** The way to what is wrong, as keys and indexes. */
export function keysOf({ path = [] }: SchemaIssue): readonly (string | number)[] {
  // Not path.map: arktype's paths are a class of its own, which map would make another one of.
  return Array.from(path, (part) => {
    const key = typeof part === 'object' ? part.key : part;
    return typeof key === 'number' ? key : String(key);
  });
}

/** What is wrong, without the path: arktype begins its messages with it, and ours add it. */
export function messageOf(issue: SchemaIssue): string {
  const path = keysOf(issue).map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`));
  const prefix = `${path.join('')} `;
  return issue.message.startsWith(prefix) && prefix !== ' ' ? issue.message.slice(prefix.length) : issue.message;
}

/** True for schemas; those of arktype are functions. */
export function isSchema(value: unknown): value is StandardSchema {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || !('~standard' in value)) return false;
  const standard = value['~standard'] as { readonly validate?: unknown } | undefined;
  return typeof standard?.validate === 'function';
}

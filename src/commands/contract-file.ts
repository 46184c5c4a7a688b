import { readFile, writeFile } from 'node:fs/promises';

import { parse } from 'yaml';

import type { BreakingChange } from '../openapi/api-diff.js';
import type { JsonSchema } from '../values/json-schema.js';

/** A checked-in document of an API cannot be read. */
export class ContractFileError extends Error {
  override readonly name = 'ContractFileError';
  readonly code = 'KEELSON_CONTRACT_FILE';
}

/** The code breaks what its checked-in document promises. */
export class ContractBrokenError extends Error {
  override readonly name = 'ContractBrokenError';
  readonly code = 'KEELSON_CONTRACT_BROKEN';
  constructor(
    file: string,
    readonly changes: readonly PlacedChange[],
  ) {
    super(
      `These changes break clients that rely on ${file}:\n${changes.map((change) => `  ${describeChange(change)}\n`).join('')}` +
        `Undo them, or accept them with "api diff ${file} --update"`,
    );
  }
}

/** A change and the source line of its endpoint, where that is known. */
export interface PlacedChange extends BreakingChange {
  readonly source: string | undefined;
}

/** "people.ts:14: POST /people: body name may have 20 characters now, was 40". */
export function describeChange({ endpoint, place, rule, source }: PlacedChange): string {
  return `${source === undefined ? '' : `${source}: `}${endpoint}: ${place === '' ? '' : `${place} `}${rule}`;
}

/** Reads a document, as JSON or YAML. */
export async function readContract(file: string): Promise<JsonSchema> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const hint = (error as { readonly code?: unknown }).code === 'ENOENT' ? `; make it with "openapi > ${file}"` : '';
    throw new ContractFileError(`The contract ${file} cannot be read: ${(error as Error).message}${hint}`, { cause: error });
  }
  const document: unknown = parsed(text, file);
  if (typeof document !== 'object' || document === null || !('paths' in document))
    throw new ContractFileError(`The contract ${file} is not an OpenAPI document: it has no paths; make it anew with "openapi > ${file}"`);
  return { ...document };
}

/** Writes a document as it is published. */
export async function writeContract(file: string, text: string): Promise<void> {
  await writeFile(file, text);
}

function parsed(text: string, file: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ContractFileError(`The contract ${file} is neither JSON nor YAML: ${(error as Error).message}`, { cause: error });
  }
}

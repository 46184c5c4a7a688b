import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { typeFindings } = (await import(`${root}scripts/check-types.mjs`)) as {
  typeFindings(folder: string): { checked: number; findings: string[] };
};

test('errors with the expected code and reason are in order; others, missing ones and wrong reasons are found', () => {
  const folder = mkdtempSync(join(tmpdir(), 'types-'));
  try {
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true, "noEmit": true, "types": [] } }');
    writeFileSync(
      join(folder, 'mistakes.ts'),
      [
        "// error TS2322: Type 'number' is not assignable to type 'string'",
        '// (a word of explanation may follow)',
        'export const right: string = 1;',
        "export const beside: string = 2; // error TS2322: Type 'number'",
        "// error TS2322: Type 'boolean' is not assignable",
        'export const wrongReason: string = 3;',
        '// error TS2345: Type',
        'export const wrongCode: string = 4;',
        '// error TS2322: Type',
        "export const fine: string = '5';",
        'export const unexpected: string = 6;',
        "export const deep: { inner: { value: string } }[] = [{ inner: { value: 7 } } as { inner: { value: number } }]; // error TS2322: The types of 'inner.value' are incompatible",
      ].join('\n'),
    );
    assert.deepEqual(typeFindings(folder), {
      checked: 6,
      findings: [
        "mistakes.ts:6: expected TS2322: Type 'boolean' is not assignable\n  but the compiler says\n    TS2322: Type 'number' is not assignable to type 'string'.",
        "mistakes.ts:8: expected TS2345: Type\n  but the compiler says\n    TS2322: Type 'number' is not assignable to type 'string'.",
        'mistakes.ts:10: expected TS2322: Type\n  but it compiles',
        "mistakes.ts:11: unexpected TS2322: Type 'number' is not assignable to type 'string'.",
      ],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

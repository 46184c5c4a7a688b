import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
interface Report {
  readonly door: string;
  readonly text: string;
  readonly undocumented: readonly string[];
}
const { apiReports } = (await import(`${root}scripts/api-report.mjs`)) as { apiReports(root: string): Report[] };

test('a report holds each exported name with its declarations, without comments and private members', () => {
  const reports = reportsOf({
    'index.d.ts': "export { Size } from './box/index.js';\n",
    'box/index.d.ts':
      "export { Box, open, Lid as Cover, type Size } from './box.js';\nexport * from './more.js';\n//# sourceMappingURL=index.d.ts.map\n",
    'box/box.d.ts': [
      "import type { Other } from './more.js';",
      '/** A box; with { braces } in its comment. */',
      'export declare abstract class Box {',
      '    readonly other: Other;',
      '    private readonly secret;',
      '    /** Says. */',
      '    says(text: "};" | \'{\'): { readonly a: number;',
      '    };',
      '}',
      '/** Opens. */',
      'export declare function open(box: Box): void;',
      'export declare function open(box: Box, how: Size): void;',
      'declare const Lid: unique symbol;',
      'export type Size = {',
      '    readonly [K in Wide]: number;',
      '} & object;',
      'type Wide = "w";',
      'export { Lid };',
      'export declare const notOfThisDoor = 1;',
    ].join('\n'),
    'box/more.d.ts': '/** Other. */\nexport interface Other {\n}\n',
  });
  assert.deepEqual(reports, [
    { door: 'index', text: "export { Size } from 'box/box';\n", undocumented: ['src/box/box.ts: Size'] },
    {
      door: 'box',
      text: `// box/box
export declare abstract class Box {
  readonly other: Other;
  says(text: "};" | '{'): { readonly a: number;
  };
}

// box/box, as Cover
declare const Lid: unique symbol;

// box/more
export interface Other {
}

// box/box
export type Size = {
  readonly [K in Wide]: number;
} & object;

// box/box
export declare function open(box: Box): void;
export declare function open(box: Box, how: Size): void;
`,
      undocumented: ['src/box/box.ts: Cover', 'src/box/box.ts: Size'],
    },
  ]);
});

test('a door that exports a name nobody declares is refused', () => {
  assert.throws(() => reportsOf({ 'index.d.ts': '', 'box/index.d.ts': "export { Gone } from './box.js';\n", 'box/box.d.ts': '' }), {
    message: 'box/index.d.ts exports Gone, but box/box.d.ts does not declare it',
  });
});

function reportsOf(files: Record<string, string>): Report[] {
  const project = mkdtempSync(join(tmpdir(), 'api-'));
  try {
    const door = (path: string): object => ({ types: `./dist/src/${path}` });
    const exports = { '.': door('index.d.ts'), './box': door('box/index.d.ts'), './package.json': './package.json' };
    writeFileSync(join(project, 'package.json'), JSON.stringify({ exports }));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, 'dist/src', file)), { recursive: true });
      writeFileSync(join(project, 'dist/src', file), text);
    }
    return apiReports(project);
  } finally {
    rmSync(project, { recursive: true });
  }
}

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { matches } = (await import(`${root}scripts/check-docs.mjs`)) as { matches(shown: string, printed: string): boolean };

const [code, log, answers] = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```(?:ts|text)\n([\s\S]*?)^```$/gm)].map(
  ([, text]) => text!,
);

test('the service of the README starts, logs and answers as the README says', async () => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the project, where "keelson" leads to the built package.
  const folder = mkdtempSync(join(root, '.cache/readme-'));
  try {
    compile(folder, code!);
    const connectors = '[{ type: http, port: 0 }]';
    writeFileSync(join(folder, 'ports.yml'), `server: { applicationConnectors: ${connectors}, adminConnectors: ${connectors} }\n`);
    const service = spawn(process.execPath, ['main.js', 'server', 'ports.yml'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(service, 'exit');
    try {
      const printed = await printedUntil(service.stdout, /Admin listens on .*\n/);
      assert.ok(matches(withoutTimesAndPorts(log!), withoutTimesAndPorts(printed)), printed);
      const [application, admin] = [...printed.matchAll(/listens on http:\/\/0\.0\.0\.0:(\d+)/g)].map(([, port]) => port!);
      const said: string[] = [];
      for (const [, command] of answers!.matchAll(/^\$ curl '?([^'\n]*)/gm)) {
        const address = command!.replace(':8080', `:${application}`).replace(':8081', `:${admin}`);
        const answer = await fetch(`http://${address}`, { headers: { accept: '*/*', connection: 'close' } });
        said.push((await answer.text()).trimEnd());
      }
      assert.deepEqual(
        said,
        answers!
          .trimEnd()
          .split(/^\$.*\n/m)
          .slice(1)
          .map((text) => text.trimEnd()),
      );
    } finally {
      service.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

function compile(folder: string, source: string): void {
  writeFileSync(join(folder, 'main.ts'), source);
  const options = { composite: false, declaration: false, declarationMap: false, sourceMap: false };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions: options, include: ['.'] }),
  );
  const compiler = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], { encoding: 'utf8' });
  assert.equal(compiler.stdout, '');
}

async function printedUntil(stream: Readable, end: RegExp): Promise<string> {
  let printed = '';
  for await (const piece of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(piece);
    if (end.test(printed)) return printed;
  }
  throw new Error(`the service ended, having printed:\n${printed}`);
}

function withoutTimesAndPorts(text: string): string {
  return text.replaceAll(/\[\d{4}-\d\d-\d\d [\d:,]+\]/g, '[time]').replaceAll(/(listens on .*):\d+$/gm, '$1:port');
}

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

// Names of tests with a variable part: what the loops around them put in.
const variables: Readonly<Record<string, readonly string[]>> = {
  reading: ['whole', 'as a stream'],
  sending: ['whole', 'as a stream'],
  manner: ['silent', 'dripping'],
  kind: ['an iterator', 'a node stream', 'a web stream'],
};

function namesIn(source: string): readonly string[] {
  return [...source.matchAll(/\btest\(\s*(['`])(.*?)\1,/gs)].flatMap(([, , name]) => {
    let names = [name!];
    for (const [variable, values] of Object.entries(variables)) {
      names = names.flatMap((one) =>
        one.includes(`\${${variable}}`) ? values.map((value) => one.replace(`\${${variable}}`, value)) : [one],
      );
    }
    return names;
  });
}

test('each promise about limits in the manual is the name of a test', () => {
  const page = readFileSync(new URL('docs/server.md', root), 'utf8');
  const [, list] = /Every limit holds on every type:\n\n((?:- .*\n)+)/.exec(page) ?? [];
  const promises = [...(list ?? '').matchAll(/^- (.*)\.$/gm)].map(([, text]) => text!.replaceAll('`', ''));
  const folder = new URL('test/engines/', root);
  const names = new Set(
    readdirSync(folder)
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) => namesIn(readFileSync(new URL(file, folder), 'utf8'))),
  );
  assert.ok(promises.length > 8, page);
  assert.deepEqual(
    promises.filter((promise) => !names.has(promise) && !names.has(promise[0]!.toLowerCase() + promise.slice(1))),
    [],
  );
});

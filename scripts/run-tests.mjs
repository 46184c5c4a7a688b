// Runs the compiled tests in one process; words on the command line choose files by a part of their path, words after "not" leave them out.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const root = new URL('../dist/test/', import.meta.url);
const words = process.argv.slice(2);
const chosen = words.includes('not') ? words.slice(0, words.indexOf('not')) : words;
const leftOut = words.slice(chosen.length + 1);
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.test.js') && (chosen.length === 0 || chosen.some((word) => file.includes(word))))
  .filter((file) => !leftOut.some((word) => file.includes(word)))
  .toSorted();
if (files.length === 0) throw new Error(`no test file matches ${chosen.join(' ') || 'dist/test/**/*.test.js'}; run "npm run build" first`);

// Nothing runs before everything is there: a test that began while its own file is still being loaded would miss what stands further down.
let begin;
const loaded = new Promise((resolve) => (begin = resolve));
test('all test files can be loaded', () => loaded);
for (const file of files) await import(new URL(file, root).href);
begin();

// Tests run in the order in which they were registered, so this one looks at what all the others left behind. Without it a forgotten
// server would keep the process, and with it the closing lines, waiting for ever.
test('no test leaves a server, socket, timer, worker or child process behind', async () => {
  let left = leftOpen();
  for (let waited = 0; left.length > 0 && waited < 5000; waited += 100) {
    await sleep(100);
    left = leftOpen();
  }
  if (left.length > 0) setTimeout(() => process.exit(1), 1000).unref();
  assert.deepEqual(left, []);
});

function leftOpen() {
  const harmless = new Set(['PipeWrap', 'TTYWrap', 'FSReqCallback', 'FSReqPromise', 'CloseReq']);
  return process.getActiveResourcesInfo().filter((resource) => !harmless.has(resource));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Handler } from '../../src/http/handler.js';
import { mountTable } from '../../src/http/mount-table.js';
import { normalizedPrefix, pathConflicts } from '../../src/http/path-claims.js';
import type { PathClaim } from '../../src/http/path-claims.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';

const telling =
  (name: string): Handler =>
  ({ contextPath, path, reply }) =>
    reply.end(`${name} ${contextPath} ${path}`);

async function asked(handler: Handler, ...paths: readonly string[]): Promise<readonly string[]> {
  return Promise.all(paths.map(async (path) => (await new InMemoryEngine().answer(handler, { path })).text));
}

test('the longest prefix of whole segments owns a path, and its handler sees what lies below', async () => {
  const handler = mountTable(
    [
      { path: '/', handler: telling('root') },
      { path: '/assets/*', handler: telling('assets') },
      { path: '/assets/images/', handler: telling('images') },
    ],
    telling('nobody'),
  );
  assert.deepEqual(await asked(handler, '/', '/assets', '/assets/', '/assets/a.css', '/assets2', '/assets/images/x'), [
    'root  /',
    'assets /assets /',
    'assets /assets /',
    'assets /assets /a.css',
    'root  /assets2',
    'images /assets/images /x',
  ]);
});

test('paths match decoded, as those of resources do', async () => {
  const handler = mountTable([{ path: '/guarded/a b', handler: telling('guarded') }], telling('nobody'));
  assert.deepEqual(
    await asked(handler, '/%67uarded/a%20b', '/guarded/a%20b/c%2Fd', '/guarded%2Fa%20b', '/guarded/%zz', '/guarded/a%20bc'),
    [
      'guarded /%67uarded/a%20b /',
      'guarded /guarded/a%20b /c%2Fd',
      'nobody  /guarded%2Fa%20b',
      'nobody  /guarded/%zz',
      'nobody  /guarded/a%20bc',
    ],
  );
});

test('contexts add up', async () => {
  const inner = mountTable([{ path: '/b', handler: telling('inner') }], telling('nobody'));
  assert.deepEqual(await asked(mountTable([{ path: '/a', handler: inner }], telling('nobody')), '/a/b/c'), ['inner /a/b /c']);
});

test('what no mount owns goes to the other handler', async () => {
  assert.deepEqual(await asked(mountTable([{ path: '/a', handler: telling('a') }], telling('nobody')), '/b'), ['nobody  /b']);
});

test('all pairs that want the same path are named, whatever they are', () => {
  const mount = (path: string, owner: string): PathClaim => ({ path, owner, kind: 'mount' });
  const endpoint = (path: string, owner: string): PathClaim => ({ path, owner, kind: 'endpoint' });
  assert.deepEqual(
    pathConflicts([
      mount('/docs', 'the assets bundle "docs"'),
      mount('docs/*', 'the handler mounted at /docs'),
      mount('/r', 'the assets bundle "r"'),
      endpoint('/r/text', 'R.text'),
      endpoint('/r', 'R.list'),
      endpoint('/rest', 'Rest.list'),
      endpoint('/{name}/x', 'Named.x'),
    ]),
    [
      'the handler mounted at /docs and the assets bundle "docs" both want the path /docs; give one of them another path',
      'R.text: its path /r/text lies below /r, where the assets bundle "r" takes everything; give one of them another path',
      'R.list: its path /r lies below /r, where the assets bundle "r" takes everything; give one of them another path',
    ],
  );
  assert.deepEqual(pathConflicts([mount('/', 'the assets'), endpoint('/a', 'A.a'), endpoint('/b', 'A.b')]), [
    'the assets and the resources both want the path /; give one of them another path',
  ]);
  assert.deepEqual(pathConflicts([mount('/', 'the assets'), endpoint('/api/a', 'A.a')], '/api'), []);
  assert.deepEqual(pathConflicts([mount('/', 'the application')]), []);
});

test('a trailing "/*" or "/" of a context path is dropped', () => {
  assert.deepEqual(['/application/*', '/application', 'application/', '/', '/*', '', ' /a/b '].map(normalizedPrefix), [
    '/application',
    '/application',
    '/application',
    '',
    '',
    '',
    '/a/b',
  ]);
});

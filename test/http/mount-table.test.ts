import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Exchange } from '../../src/http/exchange.js';
import { MountTable, normalizedPrefix } from '../../src/http/mount-table.js';

test('the longest prefix of whole segments owns a path', () => {
  const handled: string[] = [];
  const named = (name: string) => () => void handled.push(name);
  const handler = new MountTable()
    .mount('/', 'root', named('root'))
    .mount('/assets/*', 'assets', named('assets'))
    .mount('/assets/images/', 'images', named('images'))
    .handler(named('nobody'));
  for (const path of ['/', '/assets', '/assets/', '/assets/a.css', '/assets2', '/assets/images/x']) void handler({ path } as Exchange);
  assert.deepEqual(handled, ['root', 'assets', 'assets', 'assets', 'root', 'images']);
});

test('what nobody owns goes to the other handler', () => {
  const handled: string[] = [];
  const handler = new MountTable().mount('/a', 'a', () => void handled.push('a')).handler(() => void handled.push('nobody'));
  void handler({ path: '/b' } as Exchange);
  assert.deepEqual(handled, ['nobody']);
});

test('two owners of one path are refused by name', () => {
  const table = new MountTable().mount('/', 'the resources', () => {});
  assert.throws(() => table.mount('/*', 'AssetsBundle assets', () => {}), {
    code: 'KEELSON_MOUNT_CONFLICT',
    message: 'AssetsBundle assets and the resources both want the path /; give one of them another path',
  });
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

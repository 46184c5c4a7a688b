import assert from 'node:assert/strict';
import { test } from 'node:test';

import { HeaderMap } from '../../src/http/header-map.js';

test('names are matched in any case, several lines are joined', () => {
  const headers = HeaderMap.of([
    ['Accept', 'text/plain'],
    ['accept', 'application/json'],
    ['Cookie', 'a=1'],
    ['Cookie', 'b=2'],
    ['Content-Type', 'text/plain'],
    ['Content-Type', 'text/html'],
  ]);
  assert.equal(headers.get('ACCEPT'), 'text/plain, application/json');
  assert.equal(headers.get('cookie'), 'a=1; b=2');
  assert.equal(headers.get('content-type'), 'text/plain');
  assert.deepEqual(headers.getAll('Accept'), ['text/plain', 'application/json']);
  assert.deepEqual(headers.getAll('missing'), []);
  assert.ok(headers.has('COOKIE'));
  assert.equal(headers.get('missing'), undefined);
  assert.deepEqual([...headers.entries()][1], ['accept', 'application/json']);
});

test('an object gives the lines too', () => {
  assert.deepEqual(
    [...HeaderMap.of({ A: '1', B: ['2', '3'] }).entries()],
    [
      ['A', '1'],
      ['B', '2'],
      ['B', '3'],
    ],
  );
});

test('a name can be removed with all its lines', () => {
  const headers = HeaderMap.of({ A: ['1', '2'], B: '3' });
  headers.remove('a');
  headers.remove('missing');
  assert.deepEqual([...headers.entries()], [['B', '3']]);
  assert.equal(headers.has('A'), false);
});

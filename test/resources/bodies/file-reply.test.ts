import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { GET, HeaderParam, POST, Path, PathParam, Produces, Reply } from 'keelson';
import type { ResponseFilter } from 'keelson';

import { serve } from '../serving.js';
import type { Answer } from '../serving.js';

describe('a file as a reply', () => {
  let folder = '';
  const modified = new Date('2026-03-01T10:00:00Z');

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'keelson-files-'));
    writeFileSync(join(folder, 'letters.txt'), 'abcdefghij');
    writeFileSync(join(folder, 'large.bin'), Buffer.alloc(3 * 1024 * 1024, 'x'));
    writeFileSync(join(folder, 'unknown.xyzzy'), '?');
    for (const name of ['letters.txt', 'large.bin']) utimesSync(join(folder, name), modified, modified);
  });
  after(() => rmSync(folder, { recursive: true }));

  @Path('/files')
  @Produces('*/*')
  class Files {
    @GET @Path('/{name}') show(@PathParam('name') name: string): Reply {
      return Reply.file(join(folder, name));
    }
    @POST @Path('/{name}') make(@PathParam('name') name: string): Reply {
      return Reply.file(pathToFileURL(join(folder, name)));
    }
    @GET @Path('/{name}/saved') save(@PathParam('name') name: string, @HeaderParam('save-as') downloadAs: string): Reply {
      return Reply.file(join(folder, name), { downloadAs: decodeURIComponent(downloadAs) }).type('application/x-letters');
    }
  }

  const seen: ResponseFilter = { filterResponse: (_request, response) => response.setHeader('X-Seen', 'yes') };
  const files = serve(Files, seen);
  const heads = (answer: Answer, ...names: readonly string[]): readonly unknown[] => [
    answer.status,
    answer.text,
    ...names.map((name) => answer.header(name)),
  ];

  test('it has its type, its length and what caches ask for', async () => {
    const answer = await files.get('/files/letters.txt');
    assert.deepEqual(heads(answer, 'Content-Type', 'Content-Length', 'Last-Modified', 'Accept-Ranges', 'X-Seen'), [
      200,
      'abcdefghij',
      'text/plain;charset=utf-8',
      '10',
      'Sun, 01 Mar 2026 10:00:00 GMT',
      'bytes',
      'yes',
    ]);
    assert.match(answer.header('ETag')!, /^"[\w-]{22}"$/);
    assert.equal((await files.get('/files/unknown.xyzzy')).header('Content-Type'), 'application/octet-stream');
  });

  test('a client that has it is told so', async () => {
    const etag = (await files.get('/files/letters.txt')).header('ETag')!;
    assert.deepEqual(heads(await files.get('/files/letters.txt', { 'if-none-match': etag }), 'ETag'), [304, '', etag]);
    assert.equal((await files.get('/files/letters.txt', { 'if-modified-since': modified.toUTCString() })).status, 304);
    assert.equal((await files.get('/files/letters.txt', { 'if-match': '"other"' })).status, 412);
  });

  test('a part is sent where one is asked for', async () => {
    const part = await files.get('/files/letters.txt', { range: 'bytes=2-4' });
    assert.deepEqual(heads(part, 'Content-Range', 'Content-Length'), [206, 'cde', 'bytes 2-4/10', '3']);
    const beyond = await files.get('/files/letters.txt', { range: 'bytes=20-' });
    assert.deepEqual([beyond.status, beyond.header('Content-Range')], [416, 'bytes */10']);
    const several = await files.get('/files/letters.txt', { range: 'bytes=0-1,8-9' });
    assert.equal(several.status, 206);
    assert.match(several.header('Content-Type')!, /^multipart\/byteranges;boundary=/);
  });

  test('a large file is streamed, and so is a part of it', async () => {
    const whole = await files.get('/files/large.bin');
    assert.deepEqual([whole.status, whole.text.length, whole.header('Content-Length')], [200, 3145728, '3145728']);
    const part = await files.get('/files/large.bin', { range: 'bytes=-5' });
    assert.deepEqual(heads(part, 'Content-Range'), [206, 'xxxxx', 'bytes 3145723-3145727/3145728']);
  });

  test('HEAD has the headers of GET, and ranges belong to GET alone', async () => {
    const head = await files.send({ method: 'HEAD', path: '/files/letters.txt', headers: { range: 'bytes=2-4' } });
    assert.deepEqual(heads(head, 'Content-Length'), [200, '', '10']);
    const posted = await files.send({ method: 'POST', path: '/files/letters.txt', headers: { range: 'bytes=2-4' } });
    assert.deepEqual(heads(posted), [200, 'abcdefghij']);
  });

  test('it can be saved under a name, in a type of the method’s choice', async () => {
    const answer = await files.get('/files/letters.txt/saved', { 'save-as': encodeURIComponent('Brief "an" Zoë (1).txt') });
    assert.deepEqual(heads(answer, 'Content-Type', 'Content-Disposition'), [
      200,
      'abcdefghij',
      'application/x-letters',
      `attachment; filename="Brief _an_ Zo_ (1).txt"; filename*=UTF-8''Brief%20%22an%22%20Zo%C3%AB%20%281%29.txt`,
    ]);
  });

  test('a file that is not there, and a folder, are 404', async () => {
    assert.deepEqual((await files.get('/files/nothing')).json, { code: 404, message: 'HTTP 404 Not Found' });
    assert.equal((await files.get('/files/.')).status, 404);
  });
});

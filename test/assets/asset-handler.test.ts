import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import * as fc from 'fast-check';

import { AssetFolder, AssetFolderError } from '../../src/assets/asset-folder.js';
import { assetHandler } from '../../src/assets/asset-handler.js';
import type { OpenFile } from '../../src/files/open-file.js';
import type { Handler } from '../../src/http/handler.js';
import { portHandler } from '../../src/http/port-handler.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer } from '../../src/server/engines/in-memory-exchange.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

const engine = new InMemoryEngine();
const modified = new Date('2026-01-02T03:04:05.678Z');
const hello = 'HELLO THERE';
const helloTag = '"WMaIoPRD46Is7ZIuUeoLpz"';
/** Larger than what is read whole. */
const large = Buffer.alloc(1_500_000, 'abcdefghijklmnopqrstuvwxyz');

describe('assets', () => {
  let parent: string;
  let folder: string;
  let handler: Handler;

  before(() => {
    parent = mkdtempSync(join(tmpdir(), 'keelson-assets-'));
    folder = join(parent, 'assets');
    for (const path of ['sub', 'empty', '.git', 'with space']) mkdirSync(join(folder, path), { recursive: true });
    const files = {
      'eleven.txt': hello,
      'index.htm': '<p>hello</p>',
      'sub/index.htm': '<p>below</p>',
      'with space/ä b.json': '{}',
      'site.css': 'p {}',
      'app.js': 'let a;'.repeat(100),
      'app.js.br': brotliCompressSync('let a;'.repeat(100)),
      'app.js.gz': gzipSync('let a;'.repeat(100)),
      'data.unknown': '<script>',
      'picture.png': 'png',
      'empty.txt': '',
      '.env': 'secret',
      '.git/config': 'secret',
      'large.bin': large,
      '../secret.txt': 'secret',
    };
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(folder, name), content);
      utimesSync(join(folder, name), modified, modified);
    }
    symlinkSync('../secret.txt', join(folder, 'leaving.txt'));
    symlinkSync('..', join(folder, 'up'));
    symlinkSync('.env', join(folder, 'shown.txt'));
    symlinkSync('eleven.txt', join(folder, 'alias.txt'));
    symlinkSync('circle', join(folder, 'circle'));
    execFileSync('mkfifo', [join(folder, 'pipe.txt')]);
    handler = at('/assets', assetHandler(new AssetFolder(folder), 'index.htm'));
  });
  after(() => rmSync(parent, { recursive: true }));

  test('a file is sent with type, tag, time and length', async () => {
    const answer = await get('/assets/eleven.txt');
    assert.equal(answer.status, 200);
    assert.equal(answer.text, hello);
    assert.deepEqual(headersOf(answer), {
      'Accept-Ranges': 'bytes',
      'Content-Length': '11',
      'Content-Type': 'text/plain;charset=utf-8',
      ETag: helloTag,
      'Last-Modified': 'Fri, 02 Jan 2026 03:04:05 GMT',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  test('a file among the assets that is taken for a page: one of an unknown extension is bytes, and browsers must not guess', async () => {
    const { 'Content-Type': type, 'X-Content-Type-Options': guess } = headersOf(await get('/assets/data.unknown'));
    assert.deepEqual([type, guess], ['application/octet-stream', 'nosniff']);
  });

  test('HEAD answers the same without the content', async () => {
    for (const path of ['/assets/eleven.txt', '/assets/large.bin']) {
      const [head, whole] = [await get(path, {}, 'HEAD'), await get(path)];
      assert.equal(head.status, 200);
      assert.equal(head.body.length, 0);
      assert.deepEqual(headersOf(head), headersOf(whole));
    }
  });

  test('a large file comes whole, in pieces, with its length', async () => {
    const answer = await get('/assets/large.bin');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('Content-Length'), String(large.length));
    assert.ok(answer.body.equals(large));
  });

  for (const [path, type] of [
    ['site.css', 'text/css;charset=utf-8'],
    ['app.js', 'text/javascript;charset=utf-8'],
    ['with%20space/%C3%A4%20b.json', 'application/json;charset=utf-8'],
    ['index.htm', 'text/html;charset=utf-8'],
    ['picture.png', 'image/png'],
    ['data.unknown', 'application/octet-stream'],
    ['large.bin', 'application/octet-stream'],
  ] as const) {
    test(`${path} is of the type ${type}`, async () => {
      const answer = await get(`/assets/${path}`);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('Content-Type'), type);
    });
  }

  for (const [path, text] of [
    ['/assets', '<p>hello</p>'],
    ['/assets/', '<p>hello</p>'],
    ['/assets/sub', '<p>below</p>'],
    ['/assets/sub/', '<p>below</p>'],
    ['/assets/alias.txt', hello],
    ['/assets/empty.txt', ''],
    ['/assets/%65leven.txt', hello],
  ] as const) {
    test(`${path} is answered at once, without a redirect`, async () => {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.text], [200, text]);
    });
  }

  for (const path of [
    '/assets/nope.txt',
    '/assets/empty',
    '/assets/eleven.txt/more',
    '/assets/.env',
    '/assets/.git/config',
    '/assets/sub/../.env',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/..%5csecret.txt',
    '/assets/sub/..',
    '/assets/.',
    '/assets/sub//index.htm',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/file:/etc/passwd',
    '/assets/eleven.txt%00.css',
    '/assets/%252e%252e/secret.txt',
    '/assets/leaving.txt',
    '/assets/up/secret.txt',
    '/assets/up/assets/eleven.txt',
    '/assets/shown.txt',
    '/assets/circle',
    '/assets/pipe.txt',
    `/assets/${'x'.repeat(5000)}`,
  ]) {
    test(`${path.slice(0, 60)} is not found`, async () => {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.text], [404, '{"code":404,"message":"HTTP 404 Not Found"}']);
    });
  }

  for (const path of ['/assets/%zz', '/assets/%c0%ae%c0%ae/secret.txt', '/assets/eleven.txt?%zz']) {
    test(`${path} has a malformed escape and is 400`, async () => {
      const answer = await get(path);
      assert.deepEqual([answer.status, answer.text], [400, '{"code":400,"message":"HTTP 400 Bad Request"}']);
    });
  }

  test('paths that lead out of the folder of assets, hidden files, links that leave it: no path, however it is written, shows what lies outside or is hidden', async () => {
    const names = ['sub', 'up', 'secret.txt', '.env', 'leaving.txt'];
    const piece = fc.constantFrom('..', '.', '%2e', '%2E%2e', '/', '//', '%2f', '\\', '%5c', '%00', '%', '%25', ...names);
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 8 }), async (pieces) => {
        const answer = await get(`/assets/${pieces.join('')}`);
        assert.doesNotMatch(answer.text, /secret/);
        assert.ok([200, 400, 404].includes(answer.status), String(answer.status));
      }),
      { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 200) },
    );
  });

  test('what is not read is not allowed', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await get('/assets/eleven.txt', {}, method);
      assert.deepEqual([answer.status, answer.headers.get('Allow')], [405, 'GET, HEAD, OPTIONS']);
    }
    const asked = await get('/assets/eleven.txt', {}, 'OPTIONS');
    assert.deepEqual([asked.status, asked.headers.get('Allow'), asked.text], [200, 'GET, HEAD, OPTIONS', '']);
  });

  for (const [headers, status] of [
    [{ 'If-None-Match': helloTag }, 304],
    [{ 'If-None-Match': `"other", W/${helloTag}` }, 304],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"other"' }, 200],
    [{ 'If-None-Match': '"other"', 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, 200],
    [{ 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:05 GMT' }, 304],
    [{ 'If-Modified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 200],
    [{ 'If-Match': '"other"' }, 412],
    [{ 'If-Unmodified-Since': 'Fri, 02 Jan 2026 03:04:04 GMT' }, 412],
  ] as const) {
    test(`${JSON.stringify(headers)} is answered with ${status}`, async () => {
      const answer = await get('/assets/eleven.txt', headers);
      assert.equal(answer.status, status);
      assert.equal(answer.text, { 200: hello, 304: '', 412: '{"code":412,"message":"HTTP 412 Precondition Failed"}' }[status]);
      assert.equal(answer.headers.get('ETag'), helloTag);
    });
  }

  for (const [range, text, contentRange] of [
    ['bytes=0-', hello, 'bytes 0-10/11'],
    ['bytes=4-8', 'O THE', 'bytes 4-8/11'],
    ['bytes=-1', 'E', 'bytes 10-10/11'],
    ['bytes=0-0', 'H', 'bytes 0-0/11'],
    ['bytes=6-100', 'THERE', 'bytes 6-10/11'],
    ['bytes=0-2,3-4', 'HELLO', 'bytes 0-4/11'],
  ] as const) {
    test(`Range ${range} gives ${text}`, async () => {
      const answer = await get('/assets/eleven.txt', { Range: range });
      assert.deepEqual([answer.status, answer.text, answer.headers.get('Content-Range')], [206, text, contentRange]);
    });
  }

  for (const range of ['test', 'bytes=', '1-infinity', 'bytes=11-', 'bytes=-0', 'bytes=5-4']) {
    test(`Range ${range} cannot be satisfied`, async () => {
      const answer = await get('/assets/eleven.txt', { Range: range });
      assert.deepEqual([answer.status, answer.headers.get('Content-Range')], [416, 'bytes */11']);
    });
  }

  test('a unit that is not known is ignored', async () => {
    const answer = await get('/assets/eleven.txt', { Range: 'lines=1-2' });
    assert.deepEqual([answer.status, answer.text], [200, hello]);
  });

  test('several ranges come as parts of one body', async () => {
    const answer = await get('/assets/eleven.txt', { Range: 'bytes=0-0,-1' });
    const boundary = /^multipart\/byteranges;boundary=(\S+)$/.exec(answer.headers.get('Content-Type')!)![1]!;
    assert.equal(answer.status, 206);
    assert.equal(
      answer.text,
      `--${boundary}\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Range: bytes 0-0/11\r\n\r\nH` +
        `\r\n--${boundary}\r\nContent-Type: text/plain;charset=utf-8\r\nContent-Range: bytes 10-10/11\r\n\r\nE\r\n--${boundary}--\r\n`,
    );
    assert.equal(answer.headers.get('Content-Length'), String(answer.body.length));
  });

  test('the boundary between the parts cannot be known beforehand', async () => {
    const types = await Promise.all(
      [1, 2].map(async () => (await get('/assets/eleven.txt', { Range: 'bytes=0-0,-1' })).headers.get('Content-Type')),
    );
    assert.notEqual(types[0], types[1]);
  });

  test('a sibling that was opened is closed where the next one cannot be opened', async () => {
    const closed: string[] = [];
    class BrokenFolder extends AssetFolder {
      override async openSibling(file: OpenFile, suffix: string): Promise<OpenFile | undefined> {
        if (suffix !== '.br') throw new Error('too many open files');
        const sibling = await this.open(['large.bin'], undefined);
        const close = sibling!.close.bind(sibling);
        sibling!.close = async () => {
          closed.push(file.path + suffix);
          await close();
        };
        return sibling;
      }
    }
    await CapturedLogs.during(async () => {
      const answer = await engine.answer(at('/assets', assetHandler(new BrokenFolder(folder))), { path: '/assets/app.js' });
      assert.deepEqual([answer.status, closed], [500, [join(folder, 'app.js.br')]]);
    });
  });

  test('a part of a large file is read from there', async () => {
    const answer = await get('/assets/large.bin', { Range: 'bytes=1000000-1000009' });
    assert.deepEqual([answer.status, answer.text], [206, large.subarray(1_000_000, 1_000_010).toString()]);
  });

  test('If-Range that no longer fits gives the whole, one that fits the part', async () => {
    const other = await get('/assets/eleven.txt', { Range: 'bytes=0-0', 'If-Range': '"other"' });
    assert.deepEqual([other.status, other.text], [200, hello]);
    const same = await get('/assets/eleven.txt', { Range: 'bytes=0-0', 'If-Range': helloTag });
    assert.deepEqual([same.status, same.text], [206, 'H']);
  });

  test('a compressed sibling is sent to those that take it, the better one first, each with its own tag', async () => {
    const plain = await get('/assets/app.js');
    assert.deepEqual([plain.headers.get('Content-Encoding'), plain.headers.get('Vary')], [undefined, 'Accept-Encoding']);
    const gzip = await get('/assets/app.js', { 'Accept-Encoding': 'gzip' });
    assert.deepEqual([gzip.headers.get('Content-Encoding'), gzip.headers.get('Content-Type')], ['gzip', 'text/javascript;charset=utf-8']);
    assert.ok(gzip.body.equals(gzipSync('let a;'.repeat(100))));
    const brotli = await get('/assets/app.js', { 'Accept-Encoding': 'gzip, br' });
    assert.equal(brotli.headers.get('Content-Encoding'), 'br');
    assert.equal(new Set([plain, gzip, brotli].map((answer) => answer.headers.get('ETag'))).size, 3);
    const without = await get('/assets/eleven.txt', { 'Accept-Encoding': 'gzip, br' });
    assert.deepEqual([without.headers.get('Content-Encoding'), without.headers.get('Vary')], [undefined, undefined]);
  });

  test('a changed file has another tag, a deleted one is gone', async () => {
    const always = at('/assets', assetHandler(new AssetFolder(folder, 0), 'index.htm'));
    const path = join(folder, 'changing.txt');
    writeFileSync(path, 'one');
    utimesSync(path, modified, modified);
    const first = await engine.answer(always, { path: '/assets/changing.txt' });
    writeFileSync(path, 'two');
    utimesSync(path, modified, modified);
    const second = await engine.answer(always, { path: '/assets/changing.txt' });
    assert.equal(second.text, 'two');
    assert.notEqual(first.headers.get('ETag'), second.headers.get('ETag'));
    rmSync(path);
    assert.equal((await engine.answer(always, { path: '/assets/changing.txt' })).status, 404);
  });

  test('what was looked up a moment ago is not looked up again', async () => {
    const seldom = at('/assets', assetHandler(new AssetFolder(folder, 3_600_000), 'index.htm'));
    const path = join(folder, 'kept.txt');
    writeFileSync(path, 'one');
    assert.equal((await engine.answer(seldom, { path: '/assets/kept.txt' })).text, 'one');
    rmSync(path);
    assert.equal((await engine.answer(seldom, { path: '/assets/kept.txt' })).text, 'one');
  });

  test('at the root the whole path is the file’s', async () => {
    const root = at('', assetHandler(new AssetFolder(folder), 'index.htm'));
    assert.equal((await engine.answer(root, { path: '/' })).text, '<p>hello</p>');
    assert.equal((await engine.answer(root, { path: '/eleven.txt' })).text, hello);
  });

  test('without an index file a folder is not found', async () => {
    const bare = at('', assetHandler(new AssetFolder(folder)));
    assert.equal((await engine.answer(bare, { path: '/' })).status, 404);
  });

  test('a folder that is none is refused at the start', () => {
    assert.throws(
      () => new AssetFolder(join(folder, 'nowhere')),
      (error) => {
        assert.ok(error instanceof AssetFolderError);
        assert.equal(
          error.message,
          `The assets folder ${join(folder, 'nowhere')} cannot be read; create it, or name another in the assets bundle`,
        );
        return true;
      },
    );
    assert.throws(() => new AssetFolder(join(folder, 'eleven.txt')), /eleven\.txt is not a folder; name the folder that holds the files$/);
    assert.throws(() => new AssetFolder('/'), /is the whole file system; name a folder of its own$/);
  });

  function get(path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<InMemoryAnswer> {
    return engine.answer(handler, { method, path, headers });
  }
});

/** The handler, mounted. */
function at(path: string, handler: Handler): Handler {
  return portHandler([{ path: path === '' ? '/' : path, handler }], answerFailure);
}

function headersOf(answer: InMemoryAnswer): Record<string, string> {
  return Object.fromEntries([...answer.headers.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

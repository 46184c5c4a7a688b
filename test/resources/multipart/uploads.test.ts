import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { describe, test } from 'node:test';

import { Consumes, DataSize, FormFile, FormParam, Int, Max, NotEmpty, NotNull, POST, Path, Size, UploadedFile } from 'keelson';
import { MultipartFactory } from 'keelson/resources';
import { ResourceTest, TemporaryFolder } from 'keelson/testing';

import { formOf, multipartType, pngOf } from './form.js';
import type { TestPart } from './form.js';

const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

@Path('/upload')
class UploadResource {
  kept: UploadedFile | undefined;

  constructor(private readonly folder: string) {}

  @POST
  @Path('/photo')
  async photo(
    @FormParam('title') @NotEmpty title: string,
    @FormFile('photo', { maxSize: '100 KB', types: ['image/png', 'image/jpeg'] }) @NotNull photo: UploadedFile,
    @FormParam('rating', Int) @Max(5) rating?: number,
  ): Promise<object> {
    const { field, name, type, declaredType, size } = photo;
    const streamed = createHash('sha256');
    for await (const piece of photo.stream()) streamed.update(piece as Buffer);
    return {
      title,
      rating: rating ?? null,
      field,
      name,
      type,
      declaredType,
      size,
      same: sha(await photo.bytes()) === streamed.digest('hex'),
      temporary: readdirSync(this.folder).length,
    };
  }

  @POST
  @Path('/several')
  several(@FormFile('file', { maxCount: 2 }) @Size({ min: 1 }) files: UploadedFile[]): string[] {
    return files.map(({ name, type }) => `${name} ${type}`);
  }

  @POST
  @Path('/keep')
  async keep(@FormFile('file') @NotNull file: UploadedFile): Promise<object> {
    const target = `${this.folder}/kept`;
    await file.moveTo(target);
    this.kept = file;
    return { sha: sha(readFileSync(target)), mode: (statSync(target).mode & 0o777).toString(8) };
  }

  @POST
  @Path('/optional')
  optional(@FormFile('file') file?: UploadedFile): string {
    return file?.name ?? 'none';
  }

  @POST
  @Path('/fields')
  @Consumes('multipart/form-data', 'application/x-www-form-urlencoded')
  fields(@FormParam('a') a: string, @FormParam('b') b?: string): (string | null)[] {
    return [a, b ?? null];
  }
}

function serving(folder: TemporaryFolder, change: (limits: MultipartFactory) => void = () => undefined): ResourceTest {
  const multipart = new MultipartFactory();
  multipart.temporaryFolder = folder.path;
  change(multipart);
  return new ResourceTest([new UploadResource(folder.path)], { multipart });
}

async function emptied(folder: TemporaryFolder): Promise<readonly string[]> {
  while (readdirSync(folder.path).some((name) => name.startsWith('keelson-upload'))) await new Promise((resolve) => setTimeout(resolve, 2));
  return readdirSync(folder.path);
}

describe('multipart forms', () => {
  test('a small file stays in memory, a larger one is written to a file that is deleted when the request ends', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder);
    for (const [size, temporary] of [
      [100, 0],
      [65_536, 0],
      [65_537, 1],
      [100_000, 1],
    ] as const) {
      const body = formOf(
        { name: 'title', content: 'Grüße' },
        { name: 'rating', content: '4' },
        { name: 'photo', fileName: 'a.png', type: 'image/png', content: pngOf(size) },
      );
      const answer = await service.post('/upload/photo', body, multipartType);
      assert.deepEqual(answer.json, {
        title: 'Grüße',
        rating: 4,
        field: 'photo',
        name: 'a.png',
        type: 'image/png',
        declaredType: 'image/png',
        size,
        same: true,
        temporary,
      });
      assert.deepEqual(await emptied(folder), []);
    }
  });

  test('a moved file stays, and cannot be used any more where it was', async () => {
    using folder = new TemporaryFolder();
    for (const size of [10, 200_000]) {
      const multipart = new MultipartFactory();
      multipart.temporaryFolder = folder.path;
      const resource = new UploadResource(folder.path);
      const answer = await new ResourceTest([resource], { multipart }).post(
        '/upload/keep',
        formOf({ name: 'file', fileName: 'x', content: pngOf(size) }),
        multipartType,
      );
      assert.equal((answer.json as { sha: string }).sha, sha(pngOf(size)));
      assert.deepEqual(await emptied(folder), ['kept']);
      await assert.rejects(resource.kept!.bytes(), {
        code: 'KEELSON_UPLOAD_GONE',
        message:
          'The file of form field file is gone: it was moved, or its request has ended. Read it or call moveTo() before the method returns',
      });
    }
  });

  test('missing and violated fields and files are answered like those of any form', async () => {
    using folder = new TemporaryFolder();
    const answer = await serving(folder).post('/upload/photo', formOf({ name: 'rating', content: '6' }), multipartType);
    assert.equal(answer.status, 400);
    assert.deepEqual(answer.json, {
      errors: [
        'form field title may not be empty',
        'form field photo may not be null',
        'form field rating must be less than or equal to 5',
      ],
    });
  });

  test('the type is told by the content, not by the client', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder);
    const sent = async (content: string | Uint8Array, type: string) => {
      const answer = await service.post(
        '/upload/photo',
        formOf({ name: 'title', content: 't' }, { name: 'photo', fileName: 'a.png', type, content }),
        multipartType,
      );
      return [answer.status, (answer.json as { message?: string; type?: string }).message ?? (answer.json as { type: string }).type];
    };
    assert.deepEqual(await sent(pngOf(50), 'text/plain'), [200, 'image/png']);
    assert.deepEqual(await sent('GIF89a and more of it', 'image/png'), [
      415,
      'form field photo is image/gif; it may be image/png, image/jpeg',
    ]);
    assert.deepEqual(await sent('<svg onload=alert(1)>', 'image/png'), [
      415,
      'form field photo is application/octet-stream; it may be image/png, image/jpeg',
    ]);
    assert.deepEqual(await sent('', 'image/png'), [415, 'form field photo is application/octet-stream; it may be image/png, image/jpeg']);
    assert.deepEqual(await emptied(folder), []);
  });

  test('limits are named in a 413', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder, (limits) => {
      limits.maxFields = 2;
      limits.maxFiles = 3;
      limits.maxFieldSize = DataSize.bytes(10);
      limits.maxTotalSize = DataSize.kilobytes(200);
    });
    const file = (content: Uint8Array = pngOf(20), name = 'file') => ({ name, fileName: 'a', content });
    const sent = async (path: string, ...parts: readonly TestPart[]) => {
      const answer = await service.post(path, formOf(...parts), multipartType);
      return `${answer.status} ${(answer.json as { message?: string }).message}`;
    };
    assert.equal(await sent('/upload/photo', file(pngOf(102_401), 'photo')), '413 form field photo is larger than 100 kilobytes');
    assert.equal(await sent('/upload/several', file(), file(), file()), '413 form field file has more than 2 files');
    assert.equal(await sent('/upload/keep', file(), file()), '413 form field file has more than one file');
    assert.equal(
      await sent('/upload/several', file(), file(undefined, 'x'), file(undefined, 'y'), file(undefined, 'z')),
      '413 The form has more than 3 files',
    );
    const field = { name: 'a', content: 'b' };
    assert.equal(await sent('/upload/fields', field, field, field), '413 The form has more than 2 fields');
    assert.equal(await sent('/upload/fields', { name: 'a', content: '12345678901' }), '413 form field a is larger than 10 bytes');
    assert.equal(await sent('/upload/keep', file(pngOf(210_000))), '413 The form is larger than 204800 bytes');
    assert.deepEqual(await emptied(folder), []);
  });

  test('a limit acts while the body arrives: what follows is never read', async () => {
    using folder = new TemporaryFolder();
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--frontier\r\nContent-Disposition: form-data; name="photo"; filename="a"\r\n\r\n');
      yield pngOf(1000);
      for (;;) {
        sent += 50_000;
        yield Buffer.alloc(50_000);
      }
    }
    const answer = await serving(folder).request({ method: 'POST', path: '/upload/photo', headers: multipartType, body: endless() });
    assert.equal(answer.status, 413);
    assert.ok(sent < 500_000, `${sent} bytes were read`);
    assert.deepEqual(await emptied(folder), []);
  });

  test('a client that leaves in the middle leaves no file behind', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder);
    const client = new AbortController();
    async function* interrupted(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('--frontier\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n');
      yield Buffer.alloc(100_000);
      while (readdirSync(folder.path).length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
      client.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const answer = service.begin({ method: 'POST', path: '/upload/keep', headers: multipartType, body: interrupted() }, client.signal);
    assert.equal((await answer).status, 0);
    assert.deepEqual(await emptied(folder), []);
  });

  test('several files of one field are a list', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder);
    const files = [
      { name: 'file', fileName: 'a.pdf', content: '%PDF-1.7' },
      { name: 'file', fileName: 'b.txt', type: 'text/plain', content: 'hello' },
    ];
    assert.deepEqual((await service.post('/upload/several', formOf(...files), multipartType)).json, [
      'a.pdf application/pdf',
      'b.txt text/plain',
    ]);
    const none = await service.post('/upload/several', formOf({ name: 'other', content: '' }), multipartType);
    assert.equal(none.status, 400);
  });

  test('a file input that was left empty is no file, and a file that nobody asked for is skipped', async () => {
    using folder = new TemporaryFolder();
    const empty = { name: 'file', fileName: '', type: 'application/octet-stream', content: '' };
    const other = { name: 'other', fileName: 'other.bin', content: Buffer.alloc(300_000) };
    assert.equal((await serving(folder).post('/upload/optional', formOf(empty, other), multipartType)).json, 'none');
    assert.deepEqual(readdirSync(folder.path), []);
  });

  test('fields alone are taken from either kind of form', async () => {
    using folder = new TemporaryFolder();
    const service = serving(folder);
    const multipart = await service.post(
      '/upload/fields',
      formOf({ name: 'a', content: '1' }, { name: '__proto__', content: 'x' }),
      multipartType,
    );
    assert.deepEqual(multipart.json, ['1', null]);
    assert.deepEqual((await service.post('/upload/fields', new URLSearchParams({ a: '1', b: '2' }))).json, ['1', '2']);
  });

  test('content of another type is refused as by any other method', async () => {
    using folder = new TemporaryFolder();
    assert.equal((await serving(folder).post('/upload/photo', { title: 'x' })).status, 406);
  });
});

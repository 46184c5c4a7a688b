import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { Context, FormFile, GET, MaxBodySize, POST, Parts, Path, UploadedFile } from 'keelson';
import type { Part } from 'keelson';
import { ResourceTest } from 'keelson/testing';

import { safeFileName } from '../../../src/resources/multipart/file-name.js';
import { formOf, multipartType } from './form.js';

@Path('/film')
class FilmResource {
  @POST
  async all(@Parts parts: AsyncIterable<Part>): Promise<string[]> {
    const seen: string[] = [];
    for await (const part of parts) {
      if (part.fileName === undefined) seen.push(`${part.name}=${await part.text()}`);
      else {
        let size = 0;
        for await (const piece of part) size += piece.byteLength;
        seen.push(`${part.name}: ${part.fileName} ${part.declaredType} ${size}`);
      }
    }
    return seen;
  }

  @POST
  @Path('/names')
  async names(@Parts parts: AsyncIterable<Part>): Promise<string[]> {
    const seen: string[] = [];
    for await (const { name } of parts) seen.push(name);
    return seen;
  }

  @POST
  @Path('/first')
  async first(@Parts parts: AsyncIterable<Part>): Promise<string> {
    for await (const part of parts) return part.name;
    return 'none';
  }

  @POST
  @Path('/small')
  @MaxBodySize('1 KB')
  async small(@Parts parts: AsyncIterable<Part>): Promise<string[]> {
    return this.all(parts);
  }
}

const film = { name: 'film', fileName: 'film.mp4', type: 'video/mp4', content: Buffer.alloc(300_000) };
const title = { name: 'title', content: 'Up' };

test('parts are taken as they arrive, in order; what is not read is skipped', async () => {
  const service = new ResourceTest([FilmResource], { maxRequestBodySize: 1000 });
  const body = formOf(title, film, { ...title, name: 'end' });
  assert.deepEqual((await service.post('/film', body, multipartType)).json, ['title=Up', 'film: film.mp4 video/mp4 300000', 'end=Up']);
  assert.deepEqual((await service.post('/film/names', body, multipartType)).json, ['title', 'film', 'end']);
  assert.equal((await service.post('/film/first', body, multipartType)).json, 'title');
});

test('a form that is taken part by part has only its own limit, and a malformed one is 400', async () => {
  const service = new ResourceTest([FilmResource]);
  assert.equal((await service.post('/film/small', formOf(film), multipartType)).status, 413);
  const cut = await service.post<{ message: string }>('/film', formOf(film).subarray(0, 1000), multipartType);
  assert.deepEqual([cut.status, cut.json.message], [400, 'The multipart body is malformed: it ends before its last boundary']);
});

test('methods that cannot take the form as they say are refused at start-up', () => {
  @Path('/wrong')
  class WrongResource {
    @GET
    @Path('/get')
    get(@FormFile('file') file: UploadedFile): string {
      return file.name;
    }

    @POST
    @Path('/both')
    both(@FormFile('file') file: UploadedFile, @Parts _parts: AsyncIterable<Part>): string {
      return file.name;
    }

    @POST
    @Path('/twice')
    twice(@FormFile('file') @Context file: UploadedFile): string {
      return file.name;
    }

    @POST
    @Path('/count')
    count(@FormFile('file', { maxCount: 3 }) file: UploadedFile): string {
      return file.name;
    }
  }
  assert.throws(() => new ResourceTest([WrongResource]), {
    code: 'KEELSON_RESOURCE_MODEL',
    problems: [
      "WrongResource.get: has a form, but the body of a GET request means nothing (RFC 9110 §9.3); say where it comes from, as in @QueryParam('x'), or use @POST",
      'WrongResource.both: reads the form part by part and as a whole; take either @Parts or the @FormParam and @FormFile parameters',
      'WrongResource.twice, parameter 1: has 2 annotations that say where it comes from; keep one of them',
      'WrongResource.count, parameter 1: takes one file, so that maxCount: 3 has no meaning; declare it as UploadedFile[] or leave maxCount out',
    ],
  });
});

test('without @fastify/busboy, start-up is refused with the line that installs it', async () => {
  const program = `
    import Module from 'node:module';
    const resolve = Module._resolveFilename;
    Module._resolveFilename = function (name, ...rest) {
      if (name === '@fastify/busboy') throw Object.assign(new Error('not found'), { code: 'MODULE_NOT_FOUND' });
      return resolve.call(this, name, ...rest);
    };
    const { FormFile, POST, Path, UploadedFile } = await import('keelson');
    const { ResourceTest } = await import('keelson/testing');
    class UploadResource { upload(file) {} }
    Path('/upload')(UploadResource);
    POST(UploadResource.prototype, 'upload', Object.getOwnPropertyDescriptor(UploadResource.prototype, 'upload'));
    FormFile('file')(UploadResource.prototype, 'upload', 0);
    try { new ResourceTest([UploadResource]); } catch (error) { console.log(error.problems.join('\\n')); }`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  assert.equal(
    stdout,
    'UploadResource.upload: takes multipart forms, which needs the package @fastify/busboy; install it: npm install @fastify/busboy\n',
  );
});

test('names of files are the last part of what the client says, and nothing that could mislead', () => {
  const names = [
    '../../etc/passwd',
    '..',
    '.',
    '',
    'a\\b\\c.txt',
    ' x \u0000\r\n.png',
    'gpj.\u202Eexe',
    '.htaccess',
    `${'ä'.repeat(200)}.jpeg`,
  ];
  assert.deepEqual(names.map(safeFileName), [
    'passwd',
    'unnamed',
    'unnamed',
    'unnamed',
    'c.txt',
    'x .png',
    'gpj.exe',
    '.htaccess',
    `${'ä'.repeat(125)}.jpeg`,
  ]);
});

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { FormFile, FormParam, POST, Path, UploadedFile } from 'keelson';
import { MultipartFactory } from 'keelson/resources';
import { ResourceTest, TemporaryFolder } from 'keelson/testing';

@Path('/upload')
class UploadResource {
  @POST
  upload(@FormParam('title') title?: string, @FormFile('file') file?: UploadedFile): string[] {
    return [title ?? 'no title', file === undefined ? 'no file' : `${file.name} ${file.size}`];
  }
}

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';
const titled = (text: string) => `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${text}`;
const ok = (...answer: string[]) => `200 ${JSON.stringify(answer)}`;
const bad = (reason: string) => `400 The multipart body is malformed: ${reason}`;
const cutOff = 'it ends before its last boundary';
const noBoundary = 'its Content-Type has no boundary of 1 to 70 characters';

/** What was sent, by its name, and what came back. */
const cases: readonly (readonly [name: string, body: string, expected: string, contentType?: string])[] = [
  ['nothing', '', bad(cutOff)],
  ['only a preamble', 'hello', bad(cutOff)],
  ['only the first boundary', '--b', bad(cutOff)],
  ['only the last boundary', '--b--', ok('no title', 'no file')],
  ['no last boundary after a file', `${head}content`, bad(cutOff)],
  ['no last boundary after a field', titled('x'), bad(cutOff)],
  ['a boundary that ends early', `${titled('x')}\r\n--b`, bad(cutOff)],
  ['another boundary than announced', '--c\r\nContent-Disposition: form-data; name="title"\r\n\r\nx\r\n--c--', bad(cutOff)],
  ['headers without an end', '--b\r\nContent-Disposition: form-data; name="title"', bad(cutOff)],
  ['a part without headers', '--b\r\n\r\nx\r\n--b--', ok('no title', 'no file')],
  ['a part without a disposition', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--', ok('no title', 'no file')],
  ['a part without a name', '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--', bad('a part has no name')],
  ['a disposition of another kind', '--b\r\nContent-Disposition: attachment; name="title"\r\n\r\nx\r\n--b--', ok('no title', 'no file')],
  ['an unclosed quote', '--b\r\nContent-Disposition: form-data; name="title\r\n\r\nx\r\n--b--', ok('x', 'no file')],
  ['lines that end with a line feed alone', '--b\nContent-Disposition: form-data; name="title"\n\nx\n--b--\n', bad(cutOff)],
  ['a NUL in the name of a file', `${head.replace('"a"', '"a\0b.png"')}x\r\n--b--`, ok('no title', 'ab.png 1')],
  ['a path as the name of a file', `${head.replace('"a"', '"../../etc/passwd"')}x\r\n--b--`, ok('no title', 'passwd 1')],
  ['a path of Windows', `${head.replace('"a"', '"C:\\\\temp\\\\a.txt"')}x\r\n--b--`, ok('no title', 'a.txt 1')],
  ['text after the end', `${titled('x')}\r\n--b--\r\nand more of it`, ok('x', 'no file')],
  ['a header of 20,000 characters', head.replace('"a"', `"${'a'.repeat(20_000)}"`), bad(cutOff)],
  [
    'a hundred headers',
    `--b\r\n${'X-A: b\r\n'.repeat(100)}Content-Disposition: form-data; name="title"\r\n\r\nx\r\n--b--`,
    ok('no title', 'no file'),
  ],
  ['no boundary in the type', `${titled('x')}\r\n--b--`, bad(noBoundary), 'multipart/form-data'],
  ['an empty boundary in the type', `${titled('x')}\r\n--b--`, bad(noBoundary), 'multipart/form-data; boundary='],
  ['a boundary of 5,000 characters', 'x', bad(noBoundary), `multipart/form-data; boundary=${'b'.repeat(5000)}`],
  ['bytes that are not UTF-8', `${titled('x')}\xff\r\n--b--`, ok('x\uFFFD', 'no file')],
];

for (const [name, body, expected, contentType = 'multipart/form-data; boundary=b'] of cases) {
  test(`a multipart form with ${name} is answered, and leaves nothing behind`, async () => {
    using folder = new TemporaryFolder();
    const multipart = new MultipartFactory();
    multipart.temporaryFolder = folder.path;
    const service = new ResourceTest([UploadResource], { multipart });
    for (const pieceSize of [100_000, 7, 1]) {
      if (pieceSize === 1 && body.length > 1000) continue;
      const answer = await service.request<{ message?: string }>({
        method: 'POST',
        path: '/upload',
        headers: { 'Content-Type': contentType },
        body: inPieces(Buffer.from(body, 'latin1'), pieceSize),
        limit: '5 seconds',
      });
      assert.equal(`${answer.status} ${answer.json.message ?? JSON.stringify(answer.json)}`, expected, `in pieces of ${pieceSize}`);
    }
    assert.deepEqual(readdirSync(folder.path), []);
  });
}

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

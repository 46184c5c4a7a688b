import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { FileConfigurationSource, TextConfigurationSource, readSubstitutedFile } from '../../src/configuration/configuration-source.js';

describe('configuration sources', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keelson-source-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function refusal(path: string): Promise<string> {
    try {
      await new FileConfigurationSource().read(path);
    } catch (error) {
      assert.equal((error as { readonly code: string }).code, 'KEELSON_CONFIGURATION_UNREADABLE');
      return (error as Error).message;
    }
    throw new assert.AssertionError({ message: `${path} was read` });
  }

  async function file(name: string, content: string | Uint8Array): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  }

  test('a file is read as UTF-8, without its byte order mark', async () => {
    const path = await file('good.yml', '\uFEFFgreeting: grüß dich\n');
    assert.equal(await new FileConfigurationSource().read(path), 'greeting: grüß dich\n');
  });

  test('a file handle that cannot be disposed is read and closed', async () => {
    const path = await file('plain.yml', 'greeting: hello\n');
    let closed = 0;
    const openFile = async (asked: string): Promise<FileHandle> => {
      const handle = await open(asked, 'r');
      // What Yarn's file system hands out: reading and closing, and nothing else.
      const bare = { read: handle.read.bind(handle), close: () => handle.close().then(() => closed++) };
      return bare as unknown as FileHandle;
    };
    assert.equal(await new FileConfigurationSource(openFile).read(path), 'greeting: hello\n');
    assert.equal(closed, 1);
  });

  test('a file that holds one value is read without the line break at its end', async () => {
    assert.equal(readSubstitutedFile(await file('unix', 'hunter2\n')), 'hunter2');
    assert.equal(readSubstitutedFile(await file('dos', 'hun\nter2\r\n')), 'hun\nter2');
    assert.equal(readSubstitutedFile(await file('bare', ' x\n\n')), ' x\n');
    assert.equal(readSubstitutedFile(join(folder, 'none')), undefined);
  });

  test('a value cannot be read from a folder, a device, a large file or binary data', async () => {
    const large = await file('large', 'x'.repeat(1024 * 1024 + 1));
    const binary = await file('binary', Uint8Array.of(1, 0));
    assert.throws(() => readSubstitutedFile(folder), { message: `${folder} is not a file; give the path of a file that holds the value` });
    assert.throws(() => readSubstitutedFile('/dev/null'), {
      message: '/dev/null is not a file; give the path of a file that holds the value',
    });
    assert.throws(() => readSubstitutedFile(large), { message: `File ${large} is too large for a value; it has 1048577 bytes` });
    assert.throws(() => readSubstitutedFile(binary), { message: `File ${binary} is binary, not text` });
  });

  test('a file that is not there is refused in one sentence', async () => {
    assert.equal(await refusal('no/such/config.yml'), 'File no/such/config.yml not found');
  });

  test('a path through a file is refused in one sentence', async () => {
    const path = join(await file('plain.yml', 'a: 1'), 'config.yml');
    assert.equal(await refusal(path), `File ${path} not found`);
  });

  test('a directory is refused in one sentence', async () => {
    assert.equal(await refusal(folder), `${folder} is a directory; give the configuration file in it`);
  });

  test('a file that may not be read is refused in one sentence', async () => {
    const source = new FileConfigurationSource(() => Promise.reject(Object.assign(new Error('EACCES'), { code: 'EACCES' })));
    await assert.rejects(source.read('config.yml'), { message: 'File config.yml may not be read: permission denied' });
  });

  test('a binary file is refused in one sentence', async () => {
    const path = await file('binary.yml', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0]));
    assert.equal(await refusal(path), `File ${path} is binary, not text`);
  });

  test('a file in another encoding is refused in one sentence', async () => {
    const path = await file('latin.yml', new Uint8Array([0x61, 0x3a, 0x20, 0xfc]));
    assert.equal(await refusal(path), `File ${path} is not text in UTF-8`);
  });

  test('a file without end is refused once it is too large', async () => {
    assert.equal(await refusal('/dev/zero'), 'File /dev/zero is larger than 4 MiB, which no configuration is');
  });

  test('a text source hands out its text', () => {
    assert.equal(new TextConfigurationSource('a: 1').read(), 'a: 1');
  });
});

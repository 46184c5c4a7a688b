import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { FormFile, FormParam, POST, Path, UploadedFile } from 'keelson';
import { SocketClient, TemporaryFolder } from 'keelson/testing';

import type { Handler } from '../../../src/http/handler.js';
import { emptyPage, inChromium, onFreePort } from '../../browser/chromium.js';
import { serve } from '../serving.js';

@Path('/upload')
class UploadResource {
  @POST
  async upload(@FormParam('title') title: string, @FormFile('file') file: UploadedFile): Promise<string[]> {
    const sum = createHash('sha256').update(await file.bytes());
    return [title, file.name, file.type, String(file.size), sum.digest('hex')];
  }
}

const resources = serve(new UploadResource()).handler;
const handler: Handler = (exchange) => (exchange.path === '/upload' ? resources(exchange) : emptyPage(exchange));
const content = Buffer.from('%PDF-1.7 '.repeat(20_000));
const expected = ['Grüße "1"', 'Übersicht 1.pdf', 'application/pdf', '180000', createHash('sha256').update(content).digest('hex')];

function form(): FormData {
  const data = new FormData();
  data.append('title', 'Grüße "1"');
  data.append('file', new Blob([content], { type: 'application/x-other' }), 'Übersicht 1.pdf');
  return data;
}

test("node's fetch and the testing kit upload FormData", async () => {
  await onFreePort(handler, async (port) => {
    const answer = await fetch(`http://127.0.0.1:${port}/upload`, { method: 'POST', body: form() });
    assert.deepEqual(await answer.json(), expected);
    const client = new SocketClient(`http://127.0.0.1:${port}`);
    assert.deepEqual((await client.post('/upload', form())).json, expected);
    client.close();
  });
});

test('curl uploads a file', async (t) => {
  using folder = new TemporaryFolder();
  const path = folder.file('Übersicht 1.pdf');
  writeFileSync(path, content);
  await onFreePort(handler, async (port) => {
    const args = ['-sS', '-F', 'title=Grüße "1"', '-F', `file=@${path}`, `http://127.0.0.1:${port}/upload`];
    const run = await promisify(execFile)('curl', args).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      t.diagnostic('NOT CHECKED: curl is missing; install Debian\'s package "curl"');
      return undefined;
    });
    if (run !== undefined) assert.deepEqual(JSON.parse(run.stdout), expected);
  });
});

test("Chromium's FormData is taken", async (t) => {
  await inChromium(t, async (browser) => {
    await onFreePort(handler, async (port) => {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${port}/`);
      const answer = await page.evaluate(async () => {
        const data = new FormData();
        data.append('title', 'Grüße "1"');
        data.append('file', new File(['%PDF-1.7 '.repeat(20_000)], 'Übersicht 1.pdf', { type: 'text/plain' }));
        return (await (await fetch('/upload', { method: 'POST', body: data })).json()) as string[];
      });
      assert.deepEqual(answer, expected);
    });
  });
});

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';

import { ResourceTest } from 'keelson/testing';

import { UploadResource } from '../../examples/conformance/resources/upload-resource.js';
import { pngOf } from '../resources/multipart/form.js';

async function sent(fields: Readonly<Record<string, string | Blob>>): Promise<readonly [number, unknown]> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, '../photo.png');
  }
  const { status, json } = await new ResourceTest([UploadResource]).post('/upload', form);
  return [status, json];
}

test('the conformance application answers an upload with what it was', async () => {
  const bytes = pngOf(300_000);
  assert.deepEqual(await sent({ title: 'one', photo: new Blob([bytes]) }), [
    200,
    { title: 'one', name: 'photo.png', type: 'image/png', size: 300_000, sha256: createHash('sha256').update(bytes).digest('hex') },
  ]);
});

test('the conformance application refuses uploads that are not what it takes', async () => {
  assert.deepEqual(await sent({ title: '' }), [400, { errors: ['form field title may not be empty', 'form field photo may not be null'] }]);
  const large = await sent({ title: 'x', photo: new Blob([pngOf(1024 * 1024 + 1)]) });
  assert.deepEqual(large, [413, { code: 413, message: 'form field photo is larger than 1 megabyte' }]);
  const text = await sent({ title: 'x', photo: new Blob(['just text'], { type: 'image/png' }) });
  assert.deepEqual(text, [415, { code: 415, message: 'form field photo is application/octet-stream; it may be image/png, image/jpeg' }]);
});

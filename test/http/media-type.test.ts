import assert from 'node:assert/strict';
import { test } from 'node:test';

import fc from 'fast-check';

import { MediaType } from '../../src/http/media-type.js';

test('type, subtype and parameters are read, names in lower case', () => {
  const type = MediaType.parse('Text/HTML; Charset="UTF-8"; Title="a;b\\"c"');
  assert.equal(type.essence, 'text/html');
  assert.equal(type.charset, 'utf-8');
  assert.equal(type.parameters.get('title'), 'a;b"c');
  assert.equal(type.toString(), 'text/html;charset=UTF-8;title="a;b\\"c"');
});

test('a suffix tells the syntax', () => {
  assert.equal(MediaType.parse('application/problem+json').suffix, 'json');
  assert.equal(MediaType.json.suffix, undefined);
});

test('malformed types are refused', () => {
  for (const text of ['', 'text', 'text/', '/plain', 'a/b/c', '*/json', 'text/plain;x', 'text/plain;=y', 'te xt/plain']) {
    assert.equal(MediaType.tryParse(text), undefined, text);
  }
  assert.throws(() => MediaType.parse('text'), { message: 'Malformed media type: "text". Write type/subtype, as in "application/json"' });
});

test('a range includes what falls within it', () => {
  assert.ok(MediaType.wildcard.includes(MediaType.json));
  assert.ok(MediaType.parse('text/*').includes(MediaType.text));
  assert.ok(!MediaType.text.includes(MediaType.parse('text/*')));
  assert.ok(MediaType.text.isCompatible(MediaType.parse('text/*')));
  assert.ok(!MediaType.json.isCompatible(MediaType.text));
});

test('a charset can be put in place of another', () => {
  assert.equal(MediaType.parse('text/plain;charset=latin1').withCharset('utf-8').toString(), 'text/plain;charset=utf-8');
});

test('what is written is read back', () => {
  const token = fc.stringMatching(/^[a-z0-9.+-]{1,12}$/);
  fc.assert(
    fc.property(token, token, token, fc.string({ unit: 'grapheme-ascii' }), (type, subtype, name, value) => {
      const written = `${type}/${subtype};${name}="${value.replace(/[\\"]/g, '\\$&')}"`;
      const read = MediaType.parse(MediaType.parse(written).toString());
      assert.equal(read.essence, `${type}/${subtype}`);
      assert.equal(read.parameters.get(name), value);
    }),
    { numRuns: Number(process.env['KEELSON_FUZZ'] ?? 300) },
  );
});

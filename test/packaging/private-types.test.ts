import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

test('the doors of json, validation and values name no type of the private folder reflection but tokens', () => {
  for (const door of ['json', 'validation', 'values']) {
    const report = readFileSync(new URL(`../../../api/${door}.d.ts`, import.meta.url), 'utf8');
    assert.deepEqual(
      report.match(/\b(TypeRef|ClassModel|MethodModel|FieldModel|ParameterModel|Annotations|AnnotationKind)\b/g),
      null,
      door,
    );
  }
});

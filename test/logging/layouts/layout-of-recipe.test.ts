import assert from 'node:assert/strict';
import { test } from 'node:test';

import { JsonLayout } from '../../../src/logging/layouts/json-layout.js';
import { layoutOf } from '../../../src/logging/layouts/layout-of-recipe.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { Level } from '../../../src/logging/level.js';
import type { LogEvent } from '../../../src/logging/log-event.js';

const event: LogEvent = {
  level: Level.ERROR,
  loggerName: 'com.example.Thing',
  time: Date.UTC(2026, 6, 1, 12),
  message: 'stuck',
  error: new Error('kaput'),
  context: undefined,
};

for (const layout of [new TextLayout(TimeZone.UTC), new TextLayout(TimeZone.of('Asia/Kolkata')), new JsonLayout()]) {
  test(`a layout made from the recipe ${JSON.stringify(layout.recipe)} writes what the original writes`, () => {
    assert.equal(layoutOf(structuredClone(layout.recipe)).format(event), layout.format(event));
  });
}

test('without a recipe lines are for people', () => {
  assert.equal(layoutOf(undefined).format(event), new TextLayout(TimeZone.UTC).format(event));
});

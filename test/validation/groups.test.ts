import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Default, GroupSet, group } from '../../src/validation/groups.js';

const First = group('First');
const Second = group('Second', Default);
const Third = group('Third', Second, First);

test('a group set selects the groups given and all they include', () => {
  assert.equal(GroupSet.of([Third]).toString(), 'Third, Second, Default, First');
  assert.ok(GroupSet.of([Third]).selects([Default]));
  assert.ok(!GroupSet.of([First]).selects([Default]));
  assert.ok(GroupSet.of([First]).selects([Second, First]));
});

test('without groups the default group is chosen', () => {
  assert.equal(GroupSet.of([]), GroupSet.of([Default]));
  assert.equal(GroupSet.of([]).toString(), 'Default');
});

test('equal choices are one object, whatever the order', () => {
  assert.equal(GroupSet.of([First, Second]), GroupSet.of([Second, First, Default]));
  assert.notEqual(GroupSet.of([First]), GroupSet.of([Second]));
});

test('two groups of one name are two groups', () => {
  assert.notEqual(GroupSet.of([First]), GroupSet.of([group('First')]));
});

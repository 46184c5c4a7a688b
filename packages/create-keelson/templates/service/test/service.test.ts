import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';

import { ApplicationTest, ResourceTest } from 'keelson/testing';

import { __Name__Application } from '../src/application.js';
import { NoteResource } from '../src/note-resource.js';

describe('notes', () => {
  test('a note is kept and found', async () => {
    const notes = new ResourceTest([new NoteResource(10)]);
    const created = await notes.post('/notes', { title: 'Milk' });
    assert.equal(created.status, 201);
    assert.deepEqual((await notes.get('/notes/1')).json, { id: 1, title: 'Milk', text: '' });
  });

  test('a note without a title is answered with 422 and the field', async () => {
    const answer = await new ResourceTest([new NoteResource(10)]).post('/notes', { text: 'two litres' });
    assert.equal(answer.status, 422);
    assert.deepEqual(answer.json, { errors: ['title may not be empty'] });
  });

  test('a note that is not there is answered with 404', async () => {
    const answer = await new ResourceTest([new NoteResource(10)]).get('/notes/7');
    assert.equal(answer.status, 404);
    assert.deepEqual(answer.json, { code: 404, message: 'There is no note 7' });
  });
});

describe('the service as config.yml says', () => {
  const service = new ApplicationTest(new __Name__Application(), { configuration: 'config.yml' });
  before(() => service.start());
  after(() => service.stop());

  test('lists no notes at first', async () => {
    assert.deepEqual((await service.get('/notes')).json, []);
  });

  test('is healthy', async () => {
    assert.equal((await service.admin.get('/healthcheck')).status, 200);
  });
});

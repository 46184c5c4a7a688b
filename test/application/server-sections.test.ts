import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application, Bootstrap, DefaultServerFactory, SimpleServerFactory } from 'keelson';
import { DefaultServerFactory as PlainServerFactory } from 'keelson/server';

import { resourcePrefix, resourceSettings } from '../../src/application/server-sections.js';
import { JsonMapper } from '../../src/json/json-mapper.js';
import { MultipartFactory } from '../../src/resources/multipart/multipart-factory.js';
import { ServerFactory } from '../../src/server/server-factory.js';
import { Validator } from '../../src/validation/validator.js';

class Idle extends Application {
  override run(): void {}
}

test('resources begin below the context path and the root path, a trailing "/*" of either dropped', () => {
  const section = new SimpleServerFactory();
  section.applicationContextPath = '/application/*';
  section.rootPath = '/api/*';
  assert.equal(resourcePrefix(section), '/application/api');
  assert.equal(resourcePrefix(new DefaultServerFactory()), '');
});

test('the server section has the keys about resources, whatever its type', () => {
  const mapper = new JsonMapper({ subtypes: new Bootstrap(new Idle()).subtypes });
  for (const type of ['default', 'simple']) {
    const section = mapper.read(
      ServerFactory,
      JSON.stringify({
        type,
        rootPath: '/api',
        detailedJsonErrors: false,
        unsupportedMediaTypeStatus: 415,
        validateResourceProperties: false,
      }),
    );
    assert.deepEqual(resourceSettings(section), {
      contextPath: type === 'simple' ? '/application/api' : '/api',
      detailedJsonErrors: false,
      eventHeartbeat: 15_000,
      maxRequestBodySize: 1024 * 1024,
      multipart: new MultipartFactory(),
      unsupportedMediaTypeStatus: 415,
      validateResourceProperties: false,
    });
  }
});

test('another status for unsupported media types than 406 and 415 is refused', () => {
  const section = new DefaultServerFactory();
  section.unsupportedMediaTypeStatus = 418;
  const violations = new Validator().validate(section).map(({ message }) => message);
  assert.deepEqual(violations, ['unsupportedMediaTypeStatus must be 406 or 415']);
});

test('a server section without keys about resources has their defaults', () => {
  assert.deepEqual(resourceSettings(new PlainServerFactory()), {
    contextPath: '',
    detailedJsonErrors: true,
    eventHeartbeat: 15_000,
    maxRequestBodySize: 1024 * 1024,
    multipart: new MultipartFactory(),
    unsupportedMediaTypeStatus: 406,
    validateResourceProperties: true,
  });
});

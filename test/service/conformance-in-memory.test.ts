import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CapturedLogs, ResourceTest } from 'keelson/testing';

import { allResources, components } from '../../examples/conformance/resources/all-resources.js';
import { conformanceCases, differencesOf } from './conformance-cases.js';
import type { ConformanceCase, SendRequest } from './conformance-cases.js';

/** Other ports, files, and headers that only sockets have. */
function needsServer({ on, path, expect }: ConformanceCase): boolean {
  return on === 'admin' || path.startsWith('/assets') || expect.headers?.['Transfer-Encoding'] !== undefined;
}

test('the resources answer the conformance cases without a socket', async () => {
  const differing: Record<string, readonly string[]> = {};
  await CapturedLogs.during(async () => {
    const served = new ResourceTest(allResources, { ...components, detailedJsonErrors: false });
    const send: SendRequest = ({ method, path, headers, body }) =>
      served.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
    for (const one of conformanceCases().filter((candidate) => !needsServer(candidate))) {
      const found = await differencesOf(one, send);
      if (found.length > 0) differing[one.id] = found;
    }
  });
  assert.deepEqual(differing, {});
});

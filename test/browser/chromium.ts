import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';

import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';

import type { Handler } from '../../src/http/handler.js';
import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { answerFailure } from '../../src/server/handlers/last-resort.js';

/**
 * Runs a test in a real browser. Names below `.example` lead to this machine, so pages can stand on any number of origins. Where Chromium is
 * missing the test says NOT CHECKED.
 */
export async function inChromium(t: TestContext, use: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = ['chromium', 'chromium-browser'].map(onPath).find((path) => path !== undefined);
  if (executablePath === undefined) {
    t.diagnostic('NOT CHECKED: Chromium is missing; install Debian\'s package "chromium"');
    return;
  }
  const browser = await chromium.launch({ executablePath, args: [...flags] });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

/** Serves a handler on a free port of this machine while the work is done. */
export async function onFreePort(handler: Handler, use: (port: number) => Promise<void>): Promise<void> {
  const listener = await new NodeHttpEngine().listen(
    { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: answerFailure },
    handler,
  );
  try {
    await use(listener.port);
  } finally {
    await listener.stopAccepting();
    await listener.drain(AbortSignal.timeout(2_000));
  }
}

/** A page with nothing on it, from whose origin scripts are run. */
export const emptyPage: Handler = ({ path, reply }) => {
  reply.status = path === '/' ? 200 : 404;
  reply.setHeader('Content-Type', 'text/html;charset=utf-8');
  reply.end(path === '/' ? '<!doctype html><title>page</title>' : '');
};

const flags: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP *.example 127.0.0.1, MAP localhost 127.0.0.1, EXCLUDE 127.0.0.1',
];

function onPath(program: string): string | undefined {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, program);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

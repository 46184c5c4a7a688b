import { execSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { DeadlockHealthCheck } from '../../../src/health/deadlock-health-check.js';
import { FileAppender } from '../../../src/logging/appenders/file-appender.js';
import { MemoryAppender } from '../../../src/logging/appenders/memory-appender.js';
import { getLogger, loggerTree } from '../../../src/logging/get-logger.js';
import { JsonLayout } from '../../../src/logging/layouts/json-layout.js';
import { TextLayout } from '../../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../../src/logging/layouts/time-zone.js';
import { Level } from '../../../src/logging/level.js';

// Blocks its event loop in the way named first, with logs in the folder named second, and prints what the check says as JSON lines.
const [way, folder] = process.argv.slice(2);
// The appenders are written to in this order.
const lastReport = join(folder!, 'json.log');
const memory = new MemoryAppender();
const appenders = [
  new FileAppender({ path: join(folder!, 'text.log'), layout: new TextLayout(TimeZone.UTC) }),
  new FileAppender({ path: lastReport, layout: new JsonLayout() }),
  memory,
];
await loggerTree.apply({
  level: Level.INFO,
  appenders: appenders.map((appender) => ({ threshold: Level.ALL, appender })),
  loggers: new Map(),
});
const check = new DeadlockHealthCheck({ threshold: '500 ms', recovery: '400 ms' });
check.start();
await sleep(800);
say();
block();
getLogger('test').info('the loop goes on');
say();
await sleep(900);
say();
process.stdout.write(JSON.stringify(memory.messages));
await check.stop();
await loggerTree.close();

function say(): void {
  const result = check.check();
  process.stdout.write(
    `${JSON.stringify({ ...result, error: 'error' in result ? result.error?.stack : undefined, stalls: check.stalls })}\n`,
  );
}

function block(): void {
  if (way === 'loop') busyUntilReported();
  // The shell waits in place of this process: for the first report, and a moment more.
  else if (way === 'native') execSync(`for i in $(seq 200); do [ -s '${lastReport}' ] && break; sleep 0.1; done; sleep 0.5`);
  else if (way === 'short') busyFor(100);
  else throw new Error(`no way ${way}`);
}

// However busy the machine is, and however late the watching thread begins. The file is looked at seldom, so that the stack is ours and not node's.
function busyUntilReported(): void {
  for (let looks = 0; looks < 100 && statSync(lastReport).size === 0; looks++) busyFor(200);
}

function busyFor(milliseconds: number): void {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) Math.sqrt(end);
}

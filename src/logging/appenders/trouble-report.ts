import { writeSync } from 'node:fs';

import { utcTimestamp } from '../layouts/timestamp.js';
import { isError, summaryOf } from '../log-message.js';

const pause = 60_000;
const lastReports = new Map<string, number>();

/**
 * Says on standard error that logging itself is in trouble: the one place that does not depend on it. The same trouble is told once a minute.
 */
export function reportTrouble(what: string, cause: unknown): void {
  const now = Date.now();
  const last = lastReports.get(what);
  if (last !== undefined && now - last < pause) return;
  if (lastReports.size > 1000) lastReports.clear();
  lastReports.set(what, now);
  const reason = isError(cause) ? summaryOf(cause) : String(cause);
  try {
    // Node makes a pipe non-blocking when its stream is first asked for; without that a full pipe would stop the process here.
    void process.stderr.fd;
    writeSync(2, `WARN  [${utcTimestamp(now)}] keelson.logging: ${what}: ${reason.replace(/\s*[\r\n]+\s*/g, ' ')}\n`);
  } catch {
    // There is nowhere left to say it.
  }
}

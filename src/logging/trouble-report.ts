import { writeSync } from 'node:fs';

import { utcTimestamp } from './layouts/timestamp.js';
import { isError, summaryOf } from './value-text.js';

const pause = 60_000;
const lastReports = new Map<string, number>();

/**
 * Reports trouble of logging itself on standard error, which does not depend on the loggers. The same trouble is reported at most once a minute.
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
    // Standard error is gone too: there is nowhere left to report it.
  }
}

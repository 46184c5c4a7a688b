import { close, open } from 'node:fs';
import type { Server } from 'node:net';
import { devNull } from 'node:os';

import { getLogger } from '../../logging/get-logger.js';

const log = getLogger('keelson.server.Listener');

/**
 * Reports connections that cannot be accepted; those that are open and those to come later are not affected.
 *
 * Node tells of most reasons by an "error" of the server. When the process has no file descriptor left, the library below node accepts and closes
 * connections without a word, so that has to be found out: by trying to open something, once a second while the server listens.
 */
export function reportAcceptFailures(server: Server): void {
  const others = new OncePerMinute();
  server.on('error', (error) => others.run(() => log.error('Unable to accept a connection', error)));
  const descriptors = new DescriptorWatch();
  const timer = setInterval(() => descriptors.look(), 1_000).unref();
  server.once('close', () => clearInterval(timer));
}

class DescriptorWatch {
  private readonly reports = new OncePerMinute();
  private isExhausted = false;
  private isTrying = false;

  look(): void {
    if (this.isTrying) return;
    this.isTrying = true;
    open(devNull, (error, descriptor) => {
      this.isTrying = false;
      if (error?.code === 'EMFILE' || error?.code === 'ENFILE') this.exhausted(error.code);
      else if (error === null) close(descriptor, () => this.recovered());
    });
  }

  private exhausted(code: string): void {
    this.isExhausted = true;
    this.reports.run(() =>
      log.error(
        'No file descriptor is left (%s), so new connections are closed unanswered. Raise the limit (ulimit -n, LimitNOFILE), or set maxConnections below it',
        code,
      ),
    );
  }

  private recovered(): void {
    if (!this.isExhausted) return;
    this.isExhausted = false;
    this.reports.reset();
    log.warn('File descriptors are free again: connections are accepted');
  }
}

/** What could be said with every connection is said once a minute. */
class OncePerMinute {
  private last = Number.NEGATIVE_INFINITY;

  run(action: () => void): void {
    const now = performance.now();
    if (now - this.last < 60_000) return;
    this.last = now;
    action();
  }

  reset(): void {
    this.last = Number.NEGATIVE_INFINITY;
  }
}

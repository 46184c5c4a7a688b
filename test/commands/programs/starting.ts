import { Application } from '../../../src/application/application.js';
// Started by start-up.test.ts: an application whose start does what its first argument says.
import type { Configuration } from '../../../src/application/configuration.js';
import type { Environment } from '../../../src/application/environment.js';
import { run } from '../../../src/commands/run.js';
import { GET, Path } from '../../../src/contract/annotations/routing-annotations.js';

const [behaviour = ''] = process.argv.splice(2, 1);

function say(word: string): void {
  process.stdout.write(`${word}\n`);
}

function forEver(): Promise<never> {
  // A promise alone does not keep the process alive; what hangs in practice is a connection.
  setInterval(() => undefined, 1000);
  return new Promise(() => undefined);
}

@Path('/fail')
class FailingResource {
  @GET
  fail(): Promise<never> {
    setImmediate(() => {
      throw new Error('nobody caught this');
    });
    return new Promise(() => undefined);
  }
}

class StartingApplication extends Application {
  override async run(_configuration: Configuration, environment: Environment): Promise<void> {
    const { lifecycle, resources } = environment;
    resources.register(new FailingResource());
    lifecycle.manage({ close: () => say('the file is closed') }, 'the file');
    if (behaviour.startsWith('run hangs')) {
      say('waiting');
      this.failIfAsked();
      await forEver();
    }
    lifecycle.manage({ start: () => say('the pool is started'), stop: () => say('the pool is stopped') }, 'the pool');
    if (behaviour === 'start is slow') lifecycle.manage(this.slow(), 'the queue');
    if (behaviour.startsWith('start hangs')) lifecycle.manage(this.hanging(), 'the queue');
    lifecycle.manage({ start: () => say('the last one is started') }, 'the last one');
    environment.whenStarted(async (server) => {
      say(`serving at ${server.applicationListeners[0]!.url}`);
      if (behaviour === 'listener hangs') await forEver();
    });
  }

  private slow(): { start(signal: AbortSignal): Promise<void>; stop(): void } {
    return {
      start: (signal) => {
        say('waiting');
        const alive = setInterval(() => undefined, 1000);
        return new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            clearInterval(alive);
            say('the queue is started');
            resolve();
          });
        });
      },
      stop: () => say('the queue is stopped'),
    };
  }

  private hanging(): { start(): Promise<void> } {
    return {
      start: () => {
        say('waiting');
        this.failIfAsked();
        return forEver();
      },
    };
  }

  private failIfAsked(): void {
    if (behaviour.endsWith('throws')) {
      setTimeout(() => {
        throw new Error('nobody caught this');
      }, 10);
    }
    if (behaviour.endsWith('rejects')) void Promise.reject(new Error('nobody handled this'));
  }
}

await run(new StartingApplication());

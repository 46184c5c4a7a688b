import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { describe, test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

import type { Appender } from '../../../src/logging/appenders/appender.js';
import { Level } from '../../../src/logging/level.js';

/** Where an appender writes to, in a test's hands. */
export interface Place {
  /** Makes an appender that writes there and keeps that many bytes in memory. */
  open(bufferBytes: number): Appender;
  /** From now on, or from the next appender on, nothing is taken. */
  block(): Promise<void> | void;
  unblock(): Promise<void> | void;
  /** The far side goes away: a reader ends, a folder is removed, a receiver closes. */
  leave(): Promise<void> | void;
  /** It is there again; left out if it cannot be. */
  comeBack?(): Promise<void> | void;
  /** Everything that has arrived so far. */
  text(): string;
  /** The same appender as configuration, for another process; its standard output is given if that is where it writes. */
  readonly configuration: Readonly<Record<string, unknown>>;
  takeOutput?(text: string): void;
  /** False if what the system had taken can be lost on the way, or come twice. */
  readonly isExact: boolean;
}

/**
 * What every appender promises, whatever it writes to. An appender of your own can be held to it: describe its place, and call this.
 */
export function appenderContract(name: string, makePlace: (context: TestContext) => Promise<Place>): void {
  describe(`the ${name} appender`, () => {
    test('lines arrive whole and in order', async (context) => {
      const { place, say, appender } = await given(context, makePlace, 1_048_576);
      for (let line = 0; line < 200; line++) {
        say(`${line}`);
        if (line % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      await appender.flush();
      await until(() => arrived(place).length >= 200);
      assert.deepEqual(
        arrived(place),
        Array.from({ length: 200 }, (_, line) => `${line}`),
      );
      assert.equal(appender.dropped, 0);
    });

    test('while nothing is taken, logging goes on; lines beyond the buffer are dropped, counted and reported in their place', async (context) => {
      const { place, said, fill, appender } = await given(context, makePlace, 65_536, 'blocked');
      await fill();
      const { dropped } = appender;
      assert.ok(dropped >= 50, `${dropped} lines dropped`);
      await place.unblock();
      await appender.flush();
      await until(() => arrived(place).length + reportedLosses(place) >= said());
      assert.equal(reportedLosses(place), appender.dropped);
      assert.equal(arrived(place).length + appender.dropped, said());
      assert.deepEqual(
        arrived(place),
        arrived(place).toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b)),
      );
    });

    test('a flush gives up when nothing moves for two seconds, and nobody waits for the same again', async (context) => {
      const { place, fill, said, appender } = await given(context, makePlace, 65_536, 'blocked');
      await fill();
      context.mock.timers.enable({ apis: ['setInterval'] });
      let gaveUp = false;
      const flushed = appender.flush().then(() => (gaveUp = true));
      for (let tenth = 0; tenth < 19; tenth++) context.mock.timers.tick(100);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(gaveUp, false);
      context.mock.timers.tick(100);
      await flushed;
      // These would never end if they waited for the timer.
      await appender.flush();
      await appender.close();
      context.mock.timers.reset();
      await place.unblock();
      if (place.isExact) await until(() => arrived(place).length + appender.dropped >= said());
      if (place.isExact) assert.equal(arrived(place).length + appender.dropped, said());
      assert.ok(appender.dropped > 0);
    });

    test('a far side that is gone costs lines, which are counted, and nothing else', async (context) => {
      const { place, say, appender } = await given(context, makePlace, 65_536);
      say('before');
      await appender.flush();
      await until(() => arrived(place).length >= 1);
      await place.leave();
      for (let line = 0; line < 10; line++) {
        say(`meanwhile ${line}`);
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      if (place.comeBack === undefined) {
        assert.equal(appender.dropped, 10);
        return;
      }
      await place.comeBack();
      say('after');
      await until(() => arrived(place).includes('after'));
      assert.equal(arrived(place)[0], 'before');
    });

    test('a line that is longer than the buffer arrives if it is alone', async (context) => {
      const { place, say, appender } = await given(context, makePlace, 1024);
      say('x'.repeat(3000));
      await appender.flush();
      await until(() => arrived(place).length >= 1);
      assert.deepEqual(arrived(place), ['x'.repeat(3000)]);
    });

    test('after close, lines are dropped and counted', async (context) => {
      const { place, say, appender } = await given(context, makePlace, 1024);
      say('one');
      await appender.close();
      say('two');
      await appender.close();
      await until(() => arrived(place).length >= 1);
      assert.deepEqual([arrived(place), appender.dropped], [['one'], 1]);
    });

    test('lines logged just before process.exit arrive', async (context) => {
      const place = await makePlace(context);
      const output = await runChild(['exitsWithAppender', JSON.stringify(place.configuration), '200']);
      place.takeOutput?.(output);
      await until(() => arrived(place).includes('the last line'));
      assert.deepEqual([...new Set(arrived(place))], [...Array.from({ length: 200 }, (_, line) => `line ${line}`), 'the last line']);
    });
  });
}

async function given(context: TestContext, makePlace: (context: TestContext) => Promise<Place>, bufferBytes: number, state?: 'blocked') {
  const place = await makePlace(context);
  if (state === 'blocked') await place.block();
  const appender = place.open(bufferBytes);
  context.after(async () => {
    await place.unblock();
    await appender.close();
  });
  let count = 0;
  const say = (message: string): void => {
    count++;
    appender.append({
      level: Level.INFO,
      loggerName: 'com.example.Thing',
      time: Date.now(),
      message,
      error: undefined,
      context: undefined,
    });
  };
  /** Logs until everything is full: the buffer, and whatever the system takes on its own. */
  const fill = async (): Promise<void> => {
    for (let roundsInVain = 0; roundsInVain < 20;) {
      const before = appender.dropped;
      for (let line = 0; line < 50; line++) say(`${count} ${'x'.repeat(1000)}`);
      roundsInVain = appender.dropped === before + 50 ? roundsInVain + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { place, appender, say, fill, said: () => count };
}

function arrived(place: Place): readonly string[] {
  return [...place.text().matchAll(/ com\.example\.(?:Thing|Child): (.*)\n/g)].map(([, message]) => message!);
}

function reportedLosses(place: Place): number {
  const reports = place.text().matchAll(/ keelson\.logging: (\d+) lines? (?:was|were) dropped here, because the buffer was full\n/g);
  return [...reports].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function until(condition: () => boolean): Promise<void> {
  for (let looks = 0; !condition(); looks++) {
    // Far longer than any appender takes: a test that waits for ever would not say what it waited for.
    assert.ok(looks < 6_000, `never came true: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const program = fileURLToPath(new URL('../child-scenarios.js', import.meta.url));

async function runChild(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  assert.equal(code, 3);
  return output;
}

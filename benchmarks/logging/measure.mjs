// Run as a process of its own: measures one logger in one way and prints the result as JSON.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

import { subjects } from './subjects.mjs';

const [subject, way, file, count] = process.argv.slice(2);
const { log, close } = await subjects[subject](file);
const lines = Number(count);

const says = {
  text: (line) => log.info(`request ${line & 1023} was answered`),
  arguments: (line) => log.info('request %s was answered in %d ms', 'a1b2c3', line),
};

const ways = {
  /** All lines in one turn of the event loop, then until they are in the file. */
  async burst(say) {
    const begin = performance.now();
    for (let line = 0; line < lines; line++) say(line);
    await close();
    return { linesPerSecond: lines / ((performance.now() - begin) / 1000) };
  },

  /** A hundred lines a turn, as in a busy service; how long the turns took, but for one in a hundred. */
  async turns(say) {
    const turns = [];
    const begin = performance.now();
    for (let line = 0; line < lines;) {
      const turn = performance.now();
      for (const end = line + 100; line < end; line++) say(line);
      turns.push(performance.now() - turn);
      await new Promise((resolve) => setImmediate(resolve));
    }
    await close();
    return {
      linesPerSecond: lines / ((performance.now() - begin) / 1000),
      longTurn: turns.toSorted((a, b) => a - b)[Math.floor(turns.length * 0.99)],
    };
  },
};

if (way === 'disabled') {
  process.stdout.write(JSON.stringify(await disabled()));
} else {
  const [how, what] = way.split(' ');
  const result = await ways[how](says[what]);
  const written = readFileSync(file, 'latin1').split('\n').length - 1;
  if (written !== lines) throw new Error(`${subject} wrote ${written} of ${lines} lines`);
  process.stdout.write(JSON.stringify(result));
}

/** A DEBUG call that is not enabled, beside a call of a method that does nothing, in nanoseconds; the least of several rounds. */
async function disabled() {
  class Empty {
    debug(_message, ..._args) {}
  }
  // Winston needs a microsecond for each, the others a thousandth of that.
  const calls = subject === 'winston' ? 50_000 : 5_000_000;
  const empty = new Empty();
  const rounds = Array.from({ length: 7 }, () => ({ empty: timeEmpty(empty, calls), disabled: timeLogger(log, calls) }));
  await close();
  return { empty: Math.min(...rounds.map((round) => round.empty)), disabled: Math.min(...rounds.map((round) => round.disabled)) };
}

// Twice the same on purpose: in a loop of its own each call meets one class only, and the engine can do its best for both.
function timeEmpty(logger, calls) {
  const begin = performance.now();
  for (let call = 0; call < calls; call++) logger.debug('request %s was answered in %d ms', 'a1b2c3', call);
  return ((performance.now() - begin) * 1e6) / calls;
}

function timeLogger(logger, calls) {
  const begin = performance.now();
  for (let call = 0; call < calls; call++) logger.debug('request %s was answered in %d ms', 'a1b2c3', call);
  return ((performance.now() - begin) * 1e6) / calls;
}

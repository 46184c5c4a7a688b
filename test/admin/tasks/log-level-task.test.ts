import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LogLevelTask } from '../../../src/admin/tasks/log-level-task.js';
import { TaskOutput } from '../../../src/admin/tasks/task-output.js';
import { BadRequestException } from '../../../src/http/web-application-exception.js';
import type { Level } from '../../../src/logging/level.js';
import type { Duration } from '../../../src/values/duration.js';

for (const [query, text, calls] of [
  ['logger=a&level=debug', 'Configured logging level for a to DEBUG\n', [['a', 'DEBUG', undefined]]],
  [
    'logger=a&logger=b.c&level=WARN',
    'Configured logging level for a to WARN\nConfigured logging level for b.c to WARN\n',
    [
      ['a', 'WARN', undefined],
      ['b.c', 'WARN', undefined],
    ],
  ],
  ['logger=a', 'Configured logging level for a to null\n', [['a', undefined, undefined]]],
  ['level=DEBUG', '', []],
  ['logger=a&level=DEBUG&duration=PT5S', 'Configured logging level for a to DEBUG for 5000 milliseconds\n', [['a', 'DEBUG', 5000]]],
  [
    'logger=a&level=DEBUG&duration=P1DT1H1M1.5S',
    'Configured logging level for a to DEBUG for 90061500 milliseconds\n',
    [['a', 'DEBUG', 90_061_500]],
  ],
  [
    'logger=a&level=DEBUG&duration=5 minutes',
    'Configured logging level for a to DEBUG for 300000 milliseconds\n',
    [['a', 'DEBUG', 300_000]],
  ],
] as const) {
  test(`log-level with "${query}" prints ${JSON.stringify(text)}`, () => {
    const outcome = run(query);
    assert.equal(outcome.text, text);
    assert.deepEqual(outcome.calls, calls);
  });
}

for (const [query, message] of [
  ['logger=a&level=chatty', 'Parameter level: Invalid level: chatty. Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL'],
  ['logger=a&level=DEBUG&duration=P', 'Parameter duration: Invalid duration: P. Write a whole number and a unit, as in "30 seconds"'],
] as const) {
  test(`a level or duration that cannot be read is answered with 400 and changes nothing: "${query}"`, () => {
    assert.throws(
      () => run(query),
      (error) => error instanceof BadRequestException && error.message === message,
    );
  });
}

function run(query: string): {
  readonly text: string;
  readonly calls: readonly (readonly [string, string | undefined, number | undefined])[];
} {
  const calls: [string, string | undefined, number | undefined][] = [];
  const setLevel = (name: string, level: Level | undefined, duration?: Duration): void => {
    calls.push([name, level?.name, duration?.toMilliseconds()]);
  };
  const output = new TaskOutput(new AbortController().signal);
  try {
    new LogLevelTask({ setLevel }).execute(new URLSearchParams(query), output);
    return { text: output.take(), calls };
  } finally {
    output.end();
  }
}

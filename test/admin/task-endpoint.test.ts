import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { AdminFactory } from '../../src/admin/admin-factory.js';
import { AdminRegistry } from '../../src/admin/admin-registry.js';
import type { TaskOutput } from '../../src/admin/tasks/task-output.js';
import { PostBodyTask, Task, TaskNameError } from '../../src/admin/tasks/task.js';
import { HealthCheckRegistry } from '../../src/health/health-check-registry.js';
import { BadRequestException } from '../../src/http/web-application-exception.js';
import { ExceptionMetered, Metered, Timed } from '../../src/metrics/metric-annotations.js';
import { MetricRegistry } from '../../src/metrics/metric-registry.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { InMemoryAnswer, InMemoryRequest } from '../../src/server/engines/in-memory-exchange.js';
import { CapturedLogs } from '../../src/testing/captured-logs.js';

const engine = new InMemoryEngine();
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

class FailingTask extends Task {
  constructor(private readonly problem: () => Error) {
    super('fail');
  }

  @Timed
  @Metered
  @ExceptionMetered
  override execute(_parameters: URLSearchParams, output: TaskOutput): void {
    output.println('before');
    throw this.problem();
  }
}

class BodyTask extends PostBodyTask {
  constructor() {
    super('import');
  }

  override execute(parameters: URLSearchParams, body: string, output: TaskOutput): void {
    output.print(`${parameters.get('as')}: ${body}`);
  }
}

describe('tasks', () => {
  test('are listed by name, sorted', async () => {
    const { registry, send } = admin();
    registry.addTask('zoo', () => {});
    registry.addTask('animals', () => {});
    const answer = await send('/tasks', { method: 'GET' });
    assert.deepEqual([answer.status, answer.text], [200, 'animals\ngc\nlog-level\nzoo\n']);
    assert.equal((await send('/tasks/', { method: 'GET' })).text, answer.text);
    assert.equal((await send('/tasks')).status, 404);
  });

  test('are run by POST alone, and only those that exist', async () => {
    const { registry, send } = admin();
    registry.addTask('clear', (_parameters, output) => output.println('cleared'));
    const answer = await send('/tasks/clear');
    assert.deepEqual([answer.status, answer.text], [200, 'cleared\n']);
    assert.equal(answer.headers.get('Content-Type'), 'text/plain;charset=utf-8');
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const refused = await send('/tasks/clear', { method });
      assert.deepEqual([refused.status, refused.headers.get('Allow')], [405, 'POST']);
    }
    for (const method of ['GET', 'POST']) assert.equal((await send('/tasks/nope', { method })).status, 404);
    for (const path of ['/tasks/constructor', '/tasks/clear/more']) assert.equal((await send(path)).status, 404);
    assert.equal((await send('/tasks/%zz')).status, 400);
  });

  test('parameters come from the query and from a form in the body, in that order, several of one name too', async () => {
    const { registry, send } = admin();
    registry.addTask('echo', (parameters, output) => {
      for (const [key, value] of parameters) output.println(`${key}=${value}`);
    });
    const answer = await send('/tasks/echo?b=1&2=two&a=%C3%A4+x&b=3', { headers: form, body: '1=one&b=4&empty=' });
    assert.equal(answer.text, 'b=1\n2=two\na=ä x\nb=3\n1=one\nb=4\nempty=\n');
  });

  test('a body that is no form is not looked at', async () => {
    const { registry, send } = admin();
    registry.addTask('echo', (parameters, output) => output.print(String(parameters)));
    assert.equal((await send('/tasks/echo?a=1', { headers: { 'Content-Type': 'application/json' }, body: '{"b":2}' })).text, 'a=1');
  });

  test('a malformed escape is answered with 400', async () => {
    const answer = await admin().send('/tasks/gc?runs=%zz');
    assert.deepEqual([answer.status, answer.text], [400, '{"code":400,"message":"HTTP 400 Bad Request"}']);
  });

  test('of the body kind get the body as it came', async () => {
    const { registry, send } = admin();
    registry.addTask(new BodyTask());
    assert.equal((await send('/tasks/import?as=text', { headers: form, body: 'a=1&b=ä' })).text, 'text: a=1&b=ä');
  });

  test('a body that is too large is answered with 413', async () => {
    const { registry, send } = admin();
    registry.addTask(new BodyTask());
    assert.equal((await send('/tasks/import', { body: Buffer.alloc(1024 * 1024 + 1) })).status, 413);
  });

  test('a task that throws is answered with 500, what it printed and the message', async () => {
    const { registry, send } = admin();
    registry.addTask(new FailingTask(() => new Error('kaput')));
    const log = await CapturedLogs.during(async () => {
      const answer = await send('/tasks/fail');
      assert.deepEqual([answer.status, answer.text], [500, 'before\n\nkaput\n']);
    });
    assert.match(log.text, /^ERROR \[[^\]]+\] keelson\.admin\.tasks: Error running fail\n! Error: kaput\n(! at .*\n)+!\n$/);
  });

  test('that fail show their stack where that is switched on', async () => {
    const settings = new AdminFactory();
    settings.tasks.printStackTraceOnError = true;
    const { registry, send } = admin(settings);
    registry.addTask(new FailingTask(() => new Error('kaput')));
    await CapturedLogs.during(async () => {
      const answer = await send('/tasks/fail');
      assert.equal(answer.status, 500);
      assert.match(answer.text, /^before\n\nkaput\nError: kaput\nat .*task-endpoint\.test.*\n/);
    });
  });

  test('a WebApplicationException chooses another status', async () => {
    const { registry, send } = admin();
    registry.addTask(new FailingTask(() => new BadRequestException('no such cache')));
    const log = await CapturedLogs.during(async () => {
      const answer = await send('/tasks/fail');
      assert.deepEqual([answer.status, answer.text], [400, 'before\n\nno such cache\n']);
    });
    assert.deepEqual(log.messages, ['Task fail was refused: no such cache']);
  });

  test('@Timed, @Metered and @ExceptionMetered work on execute, and the exception is not swallowed', async () => {
    const { registry, metrics, send } = admin();
    registry.addTask(new FailingTask(() => new Error('kaput')));
    await CapturedLogs.during(async () => assert.equal((await send('/tasks/fail')).status, 500));
    assert.equal(metrics.timer('FailingTask.execute').count, 1);
    assert.equal(metrics.meter('FailingTask.execute').count, 1);
    assert.equal(metrics.meter('FailingTask.execute.exceptions').count, 1);
  });

  test('send their lines as they print them', async () => {
    const { registry, handler } = admin();
    let goOn = (): void => {};
    registry.addTask('slow', async (_parameters, output) => {
      output.println('first');
      await output.flush();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      output.println('second');
    });
    const conversation = engine.converse(handler(), { method: 'POST', path: '/tasks/slow' });
    const pieces = conversation.pieces[Symbol.asyncIterator]();
    assert.equal(String((await pieces.next()).value), 'first\n');
    goOn();
    assert.equal(String((await pieces.next()).value), 'second\n');
    assert.equal((await pieces.next()).done, true);
    assert.equal((await conversation.head).status, 200);
  });

  test('output is sent as it is printed, without being asked to flush', async () => {
    const { registry, send } = admin();
    registry.addTask('long', async (_parameters, output) => {
      output.println('first');
      await sleep(250);
      throw new Error('too late for a status');
    });
    await CapturedLogs.during(async () => {
      const answer = await send('/tasks/long');
      assert.deepEqual([answer.status, answer.text], [200, 'first\n\ntoo late for a status\n']);
    });
  });

  test('when the client goes away, the task goes on, and can see it', async () => {
    const { registry, handler } = admin();
    let seen: (aborted: boolean) => void = () => {};
    const finished = new Promise<boolean>((resolve) => {
      seen = resolve;
    });
    registry.addTask('long', async (_parameters, output) => {
      for (let line = 0; !output.signal.aborted; line++) {
        output.println(`line ${line}`);
        await output.flush();
        await sleep(1);
      }
      seen(output.signal.aborted);
    });
    const conversation = engine.converse(handler(), { method: 'POST', path: '/tasks/long' });
    await conversation.head;
    conversation.leave();
    assert.equal(await finished, true);
  });

  test('that flush often do not pile up listeners', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): unknown => warnings.push(warning);
    process.on('warning', note);
    const { registry, send } = admin();
    registry.addTask('chatty', async (_parameters, output) => {
      for (let line = 0; line < 50; line++) {
        output.println(String(line));
        await output.flush();
      }
    });
    assert.equal((await send('/tasks/chatty')).text.split('\n').length, 51);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    assert.deepEqual(warnings, []);
  });

  test('two tasks of one name are refused, unless one is meant to replace the other', async () => {
    const { registry, send } = admin();
    assert.throws(() => registry.addTask('gc', () => {}), {
      code: 'KEELSON_NAME_TAKEN',
      message: 'There is already a task named "gc"; give one of them another name, or replace the first with admin.replaceTask()',
    });
    registry.replaceTask('gc', (_parameters, output) => output.print('mine'));
    assert.equal((await send('/tasks/gc')).text, 'mine');
  });

  test('cannot be added once the service has started', async () => {
    const { registry, send } = admin();
    await send('/tasks/gc');
    for (const add of [() => registry.addTask('late', () => {}), () => registry.replaceTask(new BodyTask())]) {
      assert.throws(add, {
        code: 'KEELSON_REGISTERED_TOO_LATE',
        message:
          /^The task "\w+" cannot be registered: the service has already started\. Register it in run\(\) of the application or a bundle$/,
      });
    }
  });

  for (const name of ['', 'a/b', '..', 'two words', undefined] as const) {
    test(`cannot be called ${JSON.stringify(name)}`, () => {
      assert.throws(() => admin().registry.addTask(name as string, () => {}), TaskNameError);
    });
  }
});

interface Admin {
  readonly registry: AdminRegistry;
  readonly metrics: MetricRegistry;
  handler(): ReturnType<AdminRegistry['handler']>;
  send(path: string, request?: Omit<InMemoryRequest, 'path'>): Promise<InMemoryAnswer>;
}

function admin(settings?: AdminFactory): Admin {
  const metrics = new MetricRegistry();
  const registry = new AdminRegistry({ health: new HealthCheckRegistry(), metrics });
  const handler = (): ReturnType<AdminRegistry['handler']> => registry.handler(settings);
  return { registry, metrics, handler, send: (path, request) => engine.answer(handler(), { method: 'POST', path, ...request }) };
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';

import { JsonProperty, Secret } from '../../src/json/json-annotations.js';
import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { JsonLayout } from '../../src/logging/layouts/json-layout.js';
import type { Layout } from '../../src/logging/layouts/layout.js';
import { TextLayout } from '../../src/logging/layouts/text-layout.js';
import { TimeZone } from '../../src/logging/layouts/time-zone.js';
import { Level } from '../../src/logging/level.js';
import { LoggerTree } from '../../src/logging/logger-tree.js';
import { LoggingContext } from '../../src/logging/logging-context.js';
import { recordOf } from '../../src/reflection/type-token.js';

class Database {
  @JsonProperty url: string = 'db://a';
  @JsonProperty @Secret password: string = 's3cret';
  @JsonProperty(recordOf(String)) @Secret() keys: Record<string, string> = { one: 's3cret' };
  @JsonProperty @Secret unset?: string;
}

class Replica extends Database {
  @JsonProperty @Secret token: string = 's3cret';
  self?: Replica;
}

function linesOf(layout: Layout, write: (tree: LoggerTree) => void): string {
  const appender = new MemoryAppender(layout);
  write(new LoggerTree(() => ({ level: Level.ALL, appenders: [{ threshold: Level.ALL, appender }], loggers: new Map() })));
  return appender.text;
}

const layouts = { text: new TextLayout(TimeZone.UTC), json: new JsonLayout() };

for (const [name, layout] of Object.entries(layouts)) {
  test(`secrets in logs and dumps: secrets are masked however an object reaches a log line (${name})`, () => {
    const database = new Database();
    const error = Object.assign(new Error('failed'), { database, cause: database });
    const ways: readonly ((tree: LoggerTree) => void)[] = [
      (tree) => tree.get('a').info('%o', database),
      (tree) => tree.get('a').info('%O', database),
      (tree) => tree.get('a').info('%j', database),
      (tree) => tree.get('a').info('%s', database),
      (tree) => tree.get('a').info('it is', database),
      (tree) => tree.get('a').info(database),
      (tree) => tree.get('a').info('%j and %o of %%', { nested: [database] }, new Map([['key', { database }]])),
      (tree) => tree.get('a').info('%s %j', [database], database),
      (tree) => tree.get('a').info('%o', new Replica()),
      (tree) => tree.get('a').error('failed', error),
      (tree) => tree.get('a').error('%o', error),
      (tree) => LoggingContext.run({ database, nested: { list: [new Replica()] } }, () => tree.get('a').info('in context')),
    ];
    for (const way of ways) {
      const line = linesOf(layout, way);
      assert.equal(line.includes('s3cret'), false, line);
    }
  });
}

test('only the values are masked', () => {
  assert.equal(inspect(new Database()), "Database { url: 'db://a', password: '********', keys: '********' }");
  assert.match(
    linesOf(layouts.text, (tree) => tree.get('a').info('%j', new Database())),
    /a: \{"url":"db:\/\/a","password":"\*{8}","keys":"\*{8}"\}\n$/,
  );
});

test('what has changed since is shown, and a circle is recognized', () => {
  const replica = new Replica();
  replica.self = replica;
  inspect(replica);
  replica.url = 'db://b';
  const shown = inspect(replica, { depth: Number.POSITIVE_INFINITY });
  assert.match(shown, /^<ref \*1> Replica \{/);
  assert.match(shown, /url: 'db:\/\/b'/);
  assert.match(shown, /self: \[Circular \*1\]/);
});

test('JSON that is not for a log is not masked', () => {
  assert.equal(JSON.stringify(new Database()), '{"url":"db://a","password":"s3cret","keys":{"one":"s3cret"}}');
});

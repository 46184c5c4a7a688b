import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { ApplicationTest, ManualClock, TemporaryFolder, runCommand } from 'keelson/testing';

import { PostgresDatabaseFactory } from '../../examples/people/database/database-factory.js';
import { PeopleApplication } from '../../examples/people/people-application.js';
import { copyEmptyDatabase } from './embedded-template.js';
import { migratePeople, peopleBehave } from './people-behaviour.js';
import { TemporaryPostgres } from './temporary-postgres.js';

const file = (name: string) => fileURLToPath(new URL(`../../../examples/people/${name}`, import.meta.url));

describe('people in an embedded database', () => {
  const folder = new TemporaryFolder();
  const clock = new ManualClock(Date.now());
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  const settings = {
    configuration: file('people.yml'),
    overrides: () => ({
      'database.directory': folder.file('database'),
      'server.requestLog.appenders[0].currentLogFilename': folder.file('requests.log'),
      'server.requestLog.appenders[0].archivedLogFilenamePattern': folder.file('requests-%d.log.gz'),
      'logging.level': 'ERROR',
      // On a busy machine the embedded database holds up the event loop while it opens.
      'health.deadlocks.enabled': false,
    }),
    alsoTest: () => {
      test('requests of the day before go to an archive', async () => {
        await clock.advance('1 day');
        await service.get('/v1/people/4711');
      });
    },
  };
  const service = new ApplicationTest(new PeopleApplication(), { ...settings, clock, logging: 'configured' });
  before(() => copyEmptyDatabase(folder.file('database')));
  after(() => folder.remove());

  peopleBehave(service, settings);

  test('once it has stopped, all requests are in the files of their days', () => {
    const archive = gunzipSync(readFileSync(folder.file(`requests-${day}.log.gz`))).toString();
    assert.match(archive, /"POST \/v2\/people\/import HTTP\/1\.1" 201 /);
    const today = readFileSync(folder.file('requests.log'), 'utf8');
    assert.match(today, /^127\.0\.0\.1 - - \[.*\] "GET \/v1\/people\/4711 HTTP\/1\.1" 404 .*\n$/);
  });
});

describe('people on a PostgreSQL server', () => {
  const programs = TemporaryPostgres.find();
  if (programs === undefined) {
    test('is not tested here', (context) => {
      context.diagnostic('NOT CHECKED: PostgreSQL is missing; install Debian\'s package "postgresql"');
    });
    return;
  }
  let postgres: TemporaryPostgres;
  const settings = {
    configuration: file('people-postgres.yml'),
    overrides: () => ({ 'database.url': postgres.url, 'database.password': postgres.password }),
  };
  const service = new ApplicationTest(new PeopleApplication(), settings);
  before(async () => {
    postgres = await TemporaryPostgres.start(programs);
  });
  after(() => postgres.stop());

  peopleBehave(service, settings);

  test('of several that migrate a new database at once, all succeed, and each migration is applied once', async () => {
    const overrides = settings.overrides();
    const server = await Object.assign(new PostgresDatabaseFactory(), { url: postgres.url, password: postgres.password }).open();
    await server.query('create database fresh');
    await server.close();
    const fresh = { ...overrides, 'database.url': postgres.url.replace(/postgres$/, 'fresh') };
    const outcomes = await Promise.all([1, 2, 3].map(() => migratePeople(settings.configuration, fresh)));
    assert.deepEqual(
      outcomes.map(({ exitCode, error }) => [exitCode, error]),
      Array.from({ length: 3 }, () => [0, '']),
    );
    const applied = outcomes.flatMap(({ out }) => out.split('\n').filter((line) => line.startsWith('applied')));
    assert.deepEqual(applied.toSorted(), ['applied: nicknames', 'applied: people']);
    assert.equal((await migratePeople(settings.configuration, fresh)).out, 'the database is up to date\n');
  });

  test('a server that does not let us in is named, without the password', async () => {
    const stranger = new ApplicationTest(new PeopleApplication(), {
      ...settings,
      overrides: () => ({ ...settings.overrides(), 'database.password': 'guessed' }),
    });
    await assert.rejects(stranger.start(), {
      message: `people could not be started: the database ${postgres.url} does not let us in: password authentication failed for user "people"`,
    });
    assert.equal(stranger.logs.find('guessed'), undefined);
  });

  test('without its server the service is unhealthy, and says no more than it should', async () => {
    await service.start();
    await postgres.stop();
    const health = await service.admin.get('/healthcheck');
    assert.equal(health.status, 500);
    assert.match(health.text, /^database: ERROR\n! .*\n/);
    const answer = await service.get('/v1/people');
    assert.equal(answer.status, 500);
    assert.match(answer.text, /^There was an error processing your request\. It has been logged \(ID [0-9a-f]{16}\)\.$/);
    await service.stop();
  });
});

test('the password of the database is never shown', async () => {
  const { exitCode, out } = await runCommand(
    new PeopleApplication(),
    'show-config',
    file('people-postgres.yml'),
    '-Dsvc.database.password=s3cret',
  );
  assert.equal(exitCode, 0);
  assert.match(out, /^ {2}password: "\*+"/m);
  assert.doesNotMatch(out, /s3cret/);
});

test('a URL with the password in it is refused, and not repeated', async () => {
  const { exitCode, error } = await runCommand(
    new PeopleApplication(),
    'check',
    file('people-postgres.yml'),
    '-Dsvc.database.url=postgres://people:s3cret@localhost/people',
  );
  assert.equal(exitCode, 1);
  assert.match(error, /url must look like postgres:\/\/user@host:5432\/database, without a password/);
  assert.doesNotMatch(error, /s3cret/);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { Authenticated, GET, Path } from '../../src/index.js';
import { basic } from '../../src/security/index.js';
import { ManualClock } from '../../src/testing/index.js';
import { basicHeader, checked, serving } from './serving.js';

@Path('/me')
@Authenticated
class MeResource {
  @GET get(): string {
    return 'me';
  }
}

describe('throttling of wrong passwords', () => {
  const throttled = (
    work: Parameters<typeof serving>[1],
    clock = new ManualClock(0),
    check: typeof checked | CheckLater = checked,
  ): Promise<void> =>
    serving(
      (environment) => {
        environment.resources.register(MeResource);
        environment.auth.use(basic({ realm: 'test' }, check));
      },
      work,
      { clock },
    );
  type CheckLater = (given: Parameters<typeof checked>[0]) => Promise<ReturnType<typeof checked>>;

  test('guessing passwords: the eleventh failure for one name within a minute is answered with 429, and so is the right password then', () =>
    throttled(async (service) => {
      for (let i = 0; i < 10; i++) assert.equal((await service.get('/me', basicHeader('ada', `guess ${i}`))).status, 401);
      for (const password of ['guess', 'lovelace']) {
        const answer = await service.get('/me', basicHeader('ada', password));
        assert.deepEqual(
          [answer.status, answer.headers.get('retry-after'), answer.json],
          [429, '60', { code: 429, message: 'HTTP 429 Too Many Requests' }],
        );
      }
      assert.equal((await service.get('/me', basicHeader('bob', 'builder'))).status, 200);
    }));

  test('after the period the name is free again', () => {
    const clock = new ManualClock(0);
    return throttled(async (service) => {
      for (let i = 0; i < 11; i++) await service.get('/me', basicHeader('ada', 'guess'));
      await clock.advance('59 seconds');
      assert.equal((await service.get('/me', basicHeader('ada', 'lovelace'))).headers.get('retry-after'), '1');
      await clock.advance('1 second');
      assert.equal((await service.get('/me', basicHeader('ada', 'lovelace'))).status, 200);
    }, clock);
  });

  test('the right password forgives earlier failures', () =>
    throttled(async (service) => {
      for (let round = 0; round < 3; round++) {
        for (let i = 0; i < 9; i++) await service.get('/me', basicHeader('ada', 'guess'));
        assert.equal((await service.get('/me', basicHeader('ada', 'lovelace'))).status, 200);
      }
    }));

  test('a burst gets no more guesses than a sequence', async () => {
    let asked = 0;
    let arrived = 0;
    let allArrived = (): void => undefined;
    const everybody = new Promise<void>((resolve) => (allArrived = resolve));
    await serving(
      (environment) => {
        environment.application.wrap('count', (next) => (exchange) => {
          const answered = next(exchange);
          if (++arrived === 40) allArrived();
          return answered;
        });
        environment.resources.register(MeResource);
        environment.auth.use(
          basic({ realm: 'test' }, async (given) => {
            asked++;
            await everybody;
            return checked(given);
          }),
        );
      },
      async (service) => {
        const answers = await Promise.all(Array.from({ length: 40 }, () => service.get('/me', basicHeader('ada', 'guess'))));
        const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
        assert.deepEqual([count(401), count(429), asked], [10, 30, 10]);
      },
      { clock: new ManualClock(0) },
    );
  });

  test('many requests with the right password at a time are all served', async () => {
    await throttled(
      async (service) => {
        const answers = await Promise.all(Array.from({ length: 40 }, () => service.get('/me', basicHeader('ada', 'lovelace'))));
        assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
      },
      new ManualClock(0),
      async (given) => {
        await new Promise((resolve) => setImmediate(resolve));
        return checked(given);
      },
    );
  });

  test('a check that fails is no wrong password', () =>
    throttled(
      async (service) => {
        for (let i = 0; i < 12; i++) assert.equal((await service.get('/me', basicHeader('ada', 'lovelace'))).status, 500);
      },
      new ManualClock(0),
      async () => Promise.reject(new Error('the database is away')),
    ));
});

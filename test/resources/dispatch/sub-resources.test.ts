import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { GET, Path, PathParam, Produces } from 'keelson';

import { serve } from '../serving.js';

/** A promise of another make, as database drivers return them. */
class Deferred<T> implements PromiseLike<T> {
  constructor(private readonly value: T) {}
  then<R = T, S = never>(onFulfilled?: ((value: T) => R | PromiseLike<R>) | null, _onRejected?: unknown): PromiseLike<R | S> {
    return Promise.resolve(this.value).then(onFulfilled);
  }
}

class Shelf {
  constructor(private readonly name: string) {}
  @GET @Produces('text/plain') show(): string {
    return this.name;
  }
}

@Path('/shelves')
class Shelves {
  @Path('/{name}') find(@PathParam('name') name: string): unknown {
    return new Deferred(name === 'none' ? undefined : new Shelf(name));
  }
}

test('a locator may return a promise of another make', async () => {
  const shelves = serve(Shelves);
  assert.equal((await shelves.get('/shelves/tall')).text, 'tall');
  assert.equal((await shelves.get('/shelves/none')).status, 404);
});

test('classes that a locator makes for each request are not kept', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const made: WeakRef<object>[] = [];
  @Path('/fresh')
  class Fresh {
    @Path('/') find(): unknown {
      class Made {
        @GET @Produces('text/plain') show(): string {
          return 'made';
        }
      }
      made.push(new WeakRef(Made));
      return Made;
    }
  }
  const fresh = serve(Fresh);
  for (let request = 0; request < 20; request++) assert.equal((await fresh.get('/fresh')).text, 'made');
  // A WeakRef holds its target until the current task has ended.
  for (let turn = 0; turn < 10 && made.some((one) => one.deref() !== undefined); turn++) {
    await new Promise((resolve) => setImmediate(resolve));
    collect();
  }
  const kept = made.filter((one) => one.deref() !== undefined).length;
  assert.ok(kept <= 1, `${kept} of ${made.length} classes are still held`);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GET, PUT, Path, PathParam, Produces, Reply } from 'keelson';

import { ResourceModelError } from '../../src/resources/index.js';
import type { ResourceRegistry } from '../../src/resources/index.js';
import { Served, registryOf } from './serving.js';

function reported(registry: ResourceRegistry): readonly string[] {
  try {
    registry.compile({});
  } catch (error) {
    if (error instanceof ResourceModelError) return error.problems;
    throw error;
  }
  return [];
}

test('what is not a resource is refused, with the verb that takes it', () => {
  class Nothing {}
  @Path('/x')
  class Needs {
    constructor(readonly service: object) {}
    @GET get(): string {
      return '';
    }
  }
  class Bodies {
    readonly mediaTypes = ['text/csv'];
    canRead(): boolean {
      return true;
    }
    read(): string {
      return '';
    }
  }
  const registry = registryOf().register(Nothing).register(Needs).register(Bodies);
  registry.register({ configure: () => undefined }).register({ type: Date, fromText: () => new Date() });
  // As plain objects, since the compiler refuses filters and mappers where it knows them.
  const [filter, mapper]: object[] = [{ filterRequest: () => undefined }, { type: Error, toReply: () => Reply.ok() }];
  registry.register(filter!).register(mapper!);
  assert.deepEqual(reported(registry), [
    "Nothing: has no @Path, so it is not a resource; mark the class as in @Path('/hello')",
    'Needs: its constructor takes arguments, so the framework cannot make it; give register an instance of it',
    'Bodies: has no @Path, so it is not a resource; add it with addReader',
    'Object: has no @Path, so it is not a resource; add it with addFeature',
    'Object: has no @Path, so it is not a resource; add it with addConverter',
    'Object: has no @Path, so it is not a resource; add it with addFilter',
    'Object: has no @Path, so it is not a resource; add it with addMapper',
  ]);
});

test('a verb refuses what is of another kind, and names the right verb where it can tell', () => {
  @Path('/x')
  class Thing {
    @GET get(): string {
      return '';
    }
  }
  const registry = registryOf();
  registry.addFilter(Thing as never).addMapper({ filterResponse: () => undefined } as never);
  registry
    .addFeature({} as never)
    .addReader('x' as never)
    .addWriter(null as never)
    .addConverter(Date as never);
  assert.deepEqual(reported(registry), [
    'Thing: was given to addFilter but has no method filterRequest or filterResponse; it looks like something for register',
    'Object: was given to addMapper but has no type (the class it is for) and method toReply; it looks like something for addFilter',
    'Object: was given to addFeature but has no method configure',
    'x: was given to addReader but is not an object; give it an instance or a class',
    'null: was given to addWriter but is not an object; give it an instance or a class',
    'Date: its constructor takes arguments, so the framework cannot make it; give addConverter an instance of it',
  ]);
});

test('a resource is a resource and nothing else, whatever its methods are called', async () => {
  const called: string[] = [];
  @Path('/devices')
  @Produces('text/plain')
  class Devices {
    readonly mediaTypes = ['text/plain'];
    readonly type = Error;
    @PUT @Path('/{id}') configure(@PathParam('id') id: string): string {
      called.push('configure');
      return id;
    }
    @GET toReply(): string {
      return 'plain';
    }
    filterRequest(): void {
      called.push('filterRequest');
    }
    canRead(): boolean {
      called.push('canRead');
      return true;
    }
    read(): string {
      return 'read';
    }
  }
  const devices: object = Devices;
  const registry = registryOf().register(devices);
  const served = new Served(registry, {});
  assert.deepEqual(called, []);
  assert.equal((await served.get('/devices')).text, 'plain');
  assert.equal((await served.send({ method: 'PUT', path: '/devices/7' })).text, '7');
  assert.deepEqual(called, ['configure']);
});

test('registering after the start is refused at once', () => {
  @Path('/late')
  class Late {
    @GET get(): string {
      return '';
    }
  }
  const registry = registryOf();
  registry.compile({});
  const tooLate = 'cannot be registered: the service has already started. Register it in run() of the application or a bundle';
  assert.throws(() => registry.register(Late), { code: 'KEELSON_REGISTERED_TOO_LATE', message: `The resource "Late" ${tooLate}` });
  assert.throws(() => registry.addFilter({ filterRequest: () => undefined }), { message: `The filter "Object" ${tooLate}` });
});

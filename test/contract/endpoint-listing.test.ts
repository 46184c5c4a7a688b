import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Consumes, GET, POST, Path, PathParam, Produces } from 'keelson';

import { capturing } from '../resources/captured.js';
import { registryOf } from '../resources/serving.js';

class Sub {
  @GET @Path('/leaf') leaf(): string {
    return '';
  }
  @Path('/again') again(): Sub {
    return this;
  }
}

@Path('/b')
class ListedResource {
  @POST post(): void {}
  @GET get(): string {
    return '';
  }
  @POST @Consumes('text/plain') @Produces('text/plain') postText(_text: string): void {}
  @GET @Path('/{id: \\d+}') one(@PathParam('id') _id: string): string {
    return '';
  }
  @Path('/sub') sub(): Sub {
    return new Sub();
  }
  @Path('/any') any(): unknown {
    return undefined;
  }
}

@Path('/a')
class FirstResource {
  @GET get(): string {
    return '';
  }
}

test('start-up lists each method and path once, below the context path, after who was registered', async () => {
  await capturing((lines) => {
    registryOf(ListedResource, FirstResource).compile({ contextPath: '/app/*' });
    assert.deepEqual(lines.messages, [
      'resources = [ListedResource, FirstResource]',
      'providers = []',
      `The following paths were found for the configured resources:

    GET     /app/a (FirstResource)
    GET     /app/b (ListedResource)
    POST    /app/b (ListedResource)
    UNKNOWN /app/b/any (ListedResource)
    UNKNOWN /app/b/sub/again (Sub)
    GET     /app/b/sub/leaf (Sub)
    GET     /app/b/{id: \\d+} (ListedResource)
`,
    ]);
    assert.deepEqual(
      lines.events.map(({ level }) => level.toString()),
      ['DEBUG', 'DEBUG', 'INFO'],
    );
  });
});

test('an application without resources lists none', async () => {
  await capturing((lines) => {
    registryOf().compile({});
    assert.equal(lines.messages.at(-1), 'The following paths were found for the configured resources:\n\n    NONE\n');
  });
});

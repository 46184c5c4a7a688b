import { setTimeout } from 'node:timers/promises';

import {
  CacheControl,
  GET,
  Json,
  NotNull,
  Optional,
  POST,
  Path,
  PathParam,
  Produces,
  Reply,
  Returns,
  Valid,
  ValidationMethod,
  recordOf,
} from 'keelson';

import { Person } from './people.js';

class Representation {
  @Valid
  representation = nameless();
}

class Thing {
  @ValidationMethod({ message: 'must have a false thing' })
  isFalse(): boolean {
    return false;
  }
}

class HoldsThing {
  @Valid
  example = new Thing();
}

/** What a method can return, one endpoint each. */
@Path('/responses')
export class ResponsesResource {
  @POST
  @Path('/invalid')
  @Valid
  invalid(): Person {
    return nameless();
  }

  @GET
  @Path('/null')
  @NotNull
  @Returns(Json)
  nothingAllowed(): object | null {
    return null;
  }

  @GET
  @Path('/nested')
  @Valid
  nested(): Representation {
    return new Representation();
  }

  @GET
  @Path('/method')
  @Valid
  method(): HoldsThing {
    return new HoldsThing();
  }

  @GET
  @Path('/optional/{present}')
  @Returns(recordOf(Boolean))
  optional(@PathParam('present') present: string): Optional<Record<string, boolean>> {
    return present === 'yes' ? Optional.of({ ok: true }) : Optional.absent();
  }

  @GET
  @Path('/nothing')
  nothing(): null {
    return null;
  }

  @GET
  @Path('/built')
  @Returns(recordOf(Boolean), { status: 201, headers: { 'X-Custom': 'Always yes.' } })
  built(): Reply<Record<string, boolean>> {
    return Reply.status(201).header('X-Custom', 'yes').language('de').body({ built: true });
  }

  @GET
  @Path('/stream')
  @Produces('text/plain')
  *stream(): Generator<string> {
    for (let line = 0; line < 10; line++) yield `line ${line}\n`;
  }

  @GET
  @Path('/cached')
  @CacheControl({ maxAge: '6 hours' })
  @Returns(recordOf(Boolean))
  cached(): Record<string, boolean> {
    return { ok: true };
  }

  @GET
  @Path('/uncached')
  @CacheControl({ noStore: true, private: true })
  @Returns(recordOf(Boolean))
  uncached(): Record<string, boolean> {
    return { ok: true };
  }

  @GET
  @Path('/negotiated')
  @Returns(recordOf(String))
  negotiatedJson(): Record<string, string> {
    return { message: 'hi' };
  }

  @GET
  @Path('/negotiated')
  @Produces('text/plain')
  negotiatedText(): string {
    return 'hi';
  }

  @GET
  @Path('/async')
  @Returns(recordOf(Boolean))
  async later(): Promise<Record<string, boolean>> {
    await setTimeout(20);
    return { ok: true };
  }
}

function nameless(): Person {
  const person = new Person();
  person.name = '';
  return person;
}

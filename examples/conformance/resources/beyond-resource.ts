import { setTimeout as sleep } from 'node:timers/promises';

import { Context, DefaultValue, GET, HeaderParam, Int, Max, Min, Path, Produces, QueryParam, Reply, RequestContext } from 'keelson';
import type { ServerEvent } from 'keelson';

/** What goes beyond the specification. */
@Path('/')
export class BeyondResource {
  @GET
  @Path('/slow')
  @Produces('text/plain')
  async slow(@QueryParam('ms', Int) @DefaultValue('0') @Min(0) @Max(600_000) ms: number): Promise<string> {
    await sleep(ms);
    return 'done';
  }

  /** Holds the event loop, which no real resource should do. */
  @GET
  @Path('/block')
  @Produces('text/plain')
  block(@QueryParam('ms', Int) @DefaultValue('0') @Min(0) @Max(600_000) ms: number): string {
    const end = performance.now() + ms;
    while (performance.now() < end);
    return 'done';
  }

  @GET
  @Path('/download')
  @Produces('application/octet-stream')
  download(): Reply {
    return Reply.file('examples/conformance/download.bin');
  }

  @GET
  @Path('/events')
  @Produces('text/event-stream')
  async *events(
    @QueryParam('count', Int) @DefaultValue('10') @Min(0) @Max(1_000_000) count: number,
    @QueryParam('every', Int) @DefaultValue('0') @Min(0) @Max(600_000) every: number,
    @HeaderParam('Last-Event-ID', Int) @DefaultValue('0') @Min(0) last: number,
    @Context request: RequestContext,
  ): AsyncGenerator<ServerEvent<{ n: number }>> {
    const signal = AbortSignal.any([request.signal, request.stopping]);
    for (let n = last + 1; n <= count; n++) {
      if (n > last + 1 && every > 0) await sleep(every, undefined, { signal });
      yield { id: n, event: 'tick', data: { n } };
    }
  }
}

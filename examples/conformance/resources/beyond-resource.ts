import { setTimeout as sleep } from 'node:timers/promises';

import { DefaultValue, GET, Int, Max, Min, Path, Produces, QueryParam, Reply } from 'keelson';

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
}

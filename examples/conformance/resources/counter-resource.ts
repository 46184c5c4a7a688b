import { GET, NotEmpty, Path, Produces } from 'keelson';

/** Shows that a constrained method that looks like a property is called twice. */
@Path('/counter')
@Produces('text/plain')
export class CounterResource {
  private count = 0;

  @GET
  @Path('/foo')
  @NotEmpty
  getFoo(): string {
    this.count++;
    return 'foo';
  }

  @GET
  @Path('/bar')
  bar(): string {
    this.count++;
    return 'bar';
  }

  @GET
  @Path('/value')
  value(): number {
    return this.count;
  }
}

import { GET, HttpMethod, NotFoundException, Path, Produces, Reply, Returns, Throws, WebApplicationException } from 'keelson';
import type { ExceptionMapper } from 'keelson';

export class Boom extends Error {}

export class BoomMapper implements ExceptionMapper<Boom> {
  readonly type = Boom;

  @Returns(String, { status: 400 })
  toReply(thrown: Boom): Reply<string> {
    return Reply.status(400).type('text/plain').body(`mapped: ${thrown.message}`);
  }
}

/** Everything that can go wrong, one endpoint each, for clients that want JSON and for those that want text. */
@Path('/errors')
@Produces('application/json', 'text/plain')
export class ErrorsResource {
  @GET
  @Path('/unhandled')
  unhandled(): never {
    throw new Error('secret detail');
  }

  @GET
  @Path('/web')
  @Throws(WebApplicationException, { status: 418 })
  web(): never {
    throw new WebApplicationException(Reply.status(418).type('text/plain').body('short and stout'));
  }

  @GET
  @Path('/plain')
  @Throws(WebApplicationException, { status: 409 })
  plain(): never {
    throw new WebApplicationException('KAPOW', 409);
  }

  @GET
  @Path('/mapped')
  @Throws(Boom)
  mapped(): never {
    throw new Boom('boom');
  }

  @GET
  @Path('/not-found')
  @Throws(NotFoundException)
  notFound(): never {
    throw new NotFoundException();
  }

  @HttpMethod('PURGE')
  @Path('/purge')
  @Produces('text/plain')
  purge(): string {
    return 'purged';
  }
}

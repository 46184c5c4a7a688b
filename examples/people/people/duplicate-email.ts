import { Reply, Returns } from 'keelson';
import type { ExceptionMapper } from 'keelson';

/** Somebody else has this address already. */
export class DuplicateEmailError extends Error {
  constructor(
    readonly email: string,
    options?: ErrorOptions,
  ) {
    super(`there is somebody with the address ${email} already`, options);
  }
}

/** The store knows nothing of HTTP; here its error becomes a 409. */
export class DuplicateEmailMapper implements ExceptionMapper<DuplicateEmailError> {
  readonly type = DuplicateEmailError;

  @Returns(409)
  toReply({ message }: DuplicateEmailError): Reply {
    return Reply.status(409).body({ code: 409, message });
  }
}

import type { Handler } from '../../http/handler.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { NotEmpty } from '../../validation/presence-constraints.js';
import { Pattern } from '../../validation/text-constraints.js';
import { requestIdHandler } from './request-id-handler.js';

/** The `requestId` block of the server: by what a request is known in replies and logs. */
export class RequestIdFactory {
  @JsonProperty
  enabled: boolean = true;

  /** Read from requests where its value is sane, and set on replies. */
  @JsonProperty
  @NotEmpty
  @Pattern(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/, { message: "must be the name of a header: letters, digits and !#$%&'*+-.^_`|~ only" })
  header: string = 'X-Request-Id';

  /** Shows the ID as `{requestId=…}` in the text lines logged while a request is handled. JSON lines carry it in any case. */
  @JsonProperty
  inLogContext: boolean = false;

  /** The handler, wrapped; or as it is where IDs are off. */
  wrap(handler: Handler): Handler {
    return this.enabled ? requestIdHandler(handler, { header: this.header, inLogContext: this.inLogContext }) : handler;
  }
}

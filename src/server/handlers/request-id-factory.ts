import type { Wrap } from '../../http/handler.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { NotEmpty } from '../../validation/presence-constraints.js';
import { Pattern } from '../../validation/text-constraints.js';
import { requestIds } from './request-id-handler.js';

/** The `requestId` block of the server: by what a request is known in replies and logs. */
@Doc('The `requestId` section of the server: the ID of a request in replies and logs.')
export class RequestIdFactory {
  @Doc('Whether requests have an ID.')
  @JsonProperty
  enabled: boolean = true;

  @Doc('The header that carries the ID: a valid one is taken over from the request, and it is set on the reply.')
  @JsonProperty
  @NotEmpty
  @Pattern(/^[!#$%&'*+\-.^_`|~0-9A-Za-z]*$/, { message: "must be the name of a header: letters, digits and !#$%&'*+-.^_`|~ only" })
  header: string = 'X-Request-Id';

  @Doc('Whether text lines logged while a request is handled end with `{requestId=…}`. JSON lines carry the ID in any case.')
  @JsonProperty
  inLogContext: boolean = false;

  /** Undefined where IDs are off. */
  build(): Wrap | undefined {
    return this.enabled ? requestIds({ header: this.header, inLogContext: this.inLogContext }) : undefined;
  }
}

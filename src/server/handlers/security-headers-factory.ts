import type { Wrap } from '../../http/handler.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { Pattern } from '../../validation/text-constraints.js';
import { securityHeaders } from './security-headers-handler.js';

const HeaderValue = () => Pattern(/^[\t\x20-\x7e]*$/, { message: 'must be the value of a header: one line of printable characters' });

/** The `securityHeaders` block of the server: what browsers are told to do with replies. An empty text removes a header. */
@Doc('The `securityHeaders` block of the server: what browsers are told to do with replies. An empty text removes a header.')
export class SecurityHeadersFactory {
  @Doc('Whether these headers are sent.')
  @JsonProperty
  enabled: boolean = true;

  @Doc('`X-Content-Type-Options`: the type of a reply is not guessed.')
  @JsonProperty
  @NotNull
  @HeaderValue()
  contentTypeOptions: string = 'nosniff';

  @Doc('`Content-Security-Policy` of replies that are not pages: nothing in them may be run or loaded.')
  @JsonProperty
  @NotNull
  @HeaderValue()
  contentSecurityPolicy: string = "default-src 'none'; frame-ancestors 'none'";

  @Doc('`Content-Security-Policy` of HTML, SVG and PDF: they may not be shown in frames of other pages.')
  @JsonProperty
  @NotNull
  @HeaderValue()
  pageContentSecurityPolicy: string = "frame-ancestors 'none'";

  @Doc('`X-Frame-Options`: the same for browsers that do not know the policy.')
  @JsonProperty
  @NotNull
  @HeaderValue()
  frameOptions: string = 'DENY';

  @Doc('`Strict-Transport-Security`, over TLS only: browsers use TLS for this host from now on.')
  @JsonProperty
  @NotNull
  @HeaderValue()
  strictTransportSecurity: string = 'max-age=31536000';

  /** Undefined where the headers are off. */
  build(): Wrap | undefined {
    return this.enabled ? securityHeaders(this) : undefined;
  }
}

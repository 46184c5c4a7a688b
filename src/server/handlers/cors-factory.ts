import type { Wrap } from '../../http/handler.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { listOf } from '../../reflection/type-token.js';
import { MinDuration } from '../../validation/amount-constraints.js';
import { Each, ValidationMethod } from '../../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import { Pattern } from '../../validation/text-constraints.js';
import { Duration } from '../../values/duration.js';
import { cors } from './cors-handler.js';

const Token = () => Pattern(/^[!#$%&'+\-.^_`|~0-9A-Za-z]+$/, { message: 'must be a name of letters, digits and -' });

/** The `cors` block of the server: which pages of other origins may read replies. */
@Doc('The `cors` block of the server: which pages of other origins may read replies.')
export class CorsFactory {
  @Doc('Origins as browsers send them (`https://app.example`), or `*` alone for every one.')
  @JsonProperty(listOf(String))
  @NotEmpty
  @Each(
    Pattern(/^(?:\*|[a-z][a-z0-9+.-]*:\/\/[^\s/?#@\\*A-Z]+)$/, {
      message:
        'must be an origin, as in https://app.example: a scheme and a host in lower case, a port unless it is the default one, and nothing else',
    }),
  )
  origins!: string[];

  @Doc('The methods that pages may use.')
  @JsonProperty(listOf(String))
  @NotEmpty
  @Each(Token())
  methods: string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

  @Doc('The request headers that pages may set, beside those that they always may.')
  @JsonProperty(listOf(String))
  @NotNull
  @Each(Token())
  headers: string[] = ['Authorization', 'Content-Type'];

  @Doc('The reply headers that scripts may read, beside those that they always may.')
  @JsonProperty(listOf(String))
  @NotNull
  @Each(Token())
  exposedHeaders: string[] = ['Location', 'X-Request-Id'];

  @Doc('Whether browsers may send cookies along.')
  @JsonProperty
  credentials: boolean = false;

  @Doc('How long a browser may remember what it was told about an endpoint.')
  @JsonProperty
  @NotNull
  @MinDuration('0s')
  maxAge: Duration = Duration.minutes(10);

  @ValidationMethod({
    message: 'origins: "*" cannot be combined with credentials, since any site could then act as the user; list the origins',
  })
  isWildcardWithoutCredentials(): boolean {
    return !(this.credentials && this.origins?.includes('*'));
  }

  @ValidationMethod({ message: 'origins: "*" stands for every origin; remove the others, or remove it' })
  isWildcardAlone(): boolean {
    return !this.origins?.includes('*') || this.origins.length === 1;
  }

  build(): Wrap {
    const { origins, methods, headers, exposedHeaders, credentials } = this;
    return cors({ origins, methods, headers, exposedHeaders, credentials, maxAge: Math.floor(this.maxAge.to('seconds')) });
  }
}

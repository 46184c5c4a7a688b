import { Doc } from '../json/doc.js';
import { JsonProperty } from '../json/json-annotations.js';
import { Int } from '../reflection/type-token.js';
import { MinDuration } from '../validation/amount-constraints.js';
import { Valid } from '../validation/constraint-annotations.js';
import { Min } from '../validation/number-constraints.js';
import { NotNull } from '../validation/presence-constraints.js';
import { OneOf } from '../validation/text-constraints.js';
import { Duration } from '../values/duration.js';
import { BearerFactory } from './bearer/bearer-factory.js';

/** What holds for endpoints about which nothing is decided. */
export type AuthDefault = 'undecided' | 'authenticated' | 'public';

/** The `auth.failures` block: how many wrong passwords are tolerated. */
@Doc('The `auth.failures` section: how many wrong passwords are accepted before further ones are answered with 429.')
export class FailuresFactory {
  @Doc('How many failures for one name from one address are tolerated.')
  @JsonProperty(Int)
  @NotNull
  @Min(1)
  limit: number = 10;

  @Doc('The period in which failures are counted, from the first one on.')
  @JsonProperty
  @NotNull
  @MinDuration('1 second')
  per: Duration = Duration.minutes(1);
}

/** The `auth` block: who may call. */
@Doc('The `auth` section: who may call.')
export class AuthFactory {
  @Doc(
    'What applies to an endpoint without a decision, once an authenticator is registered: `undecided` (the service does not start), `authenticated` or `public` (with a warning).',
  )
  @JsonProperty
  @NotNull
  @OneOf(['undecided', 'authenticated', 'public'])
  default: string = 'undecided';

  @Doc('Which signed tokens are accepted; none unless it is given and the application uses it.')
  @JsonProperty(BearerFactory)
  @Valid
  bearer: BearerFactory | undefined = undefined;

  @Doc('How many wrong passwords are tolerated.')
  @JsonProperty
  @Valid
  @NotNull
  failures: FailuresFactory = new FailuresFactory();
}

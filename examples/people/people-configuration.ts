import { Configuration, JsonProperty, NotNull, Valid } from 'keelson';

import { DatabaseFactory, EmbeddedDatabaseFactory } from './database/database-factory.js';

/** What people.yml may say beside the keys that every service has. */
export class PeopleConfiguration extends Configuration {
  @JsonProperty
  @Valid
  @NotNull
  database: DatabaseFactory = new EmbeddedDatabaseFactory();
}

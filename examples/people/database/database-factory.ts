import { Duration, Int, JsonPolymorphic, JsonProperty, JsonTypeName, Min, NotEmpty, NotNull, Pattern, Secret } from 'keelson';

import type { Database } from './database.js';
import { EmbeddedDatabase } from './embedded-database.js';
import { PostgresDatabase } from './postgres-database.js';

/** The `database:` block. Its `type` chooses one of the classes below; the rest of the service knows nothing but {@link Database}. */
@JsonPolymorphic({ defaultType: 'embedded' })
export abstract class DatabaseFactory {
  /** Opens the database and makes sure that it answers. */
  abstract open(): Promise<Database>;
}

/** `type: embedded`, the default: a folder. */
@JsonTypeName('embedded')
export class EmbeddedDatabaseFactory extends DatabaseFactory {
  @JsonProperty
  @NotEmpty
  directory: string = 'people-data/database';

  override open(): Promise<Database> {
    return EmbeddedDatabase.open(this.directory);
  }
}

/** `type: postgres`: a server. */
@JsonTypeName('postgres')
export class PostgresDatabaseFactory extends DatabaseFactory {
  @JsonProperty
  @NotEmpty
  @Pattern(/postgres(ql)?:\/\/[^:/@]+@.*/, { message: 'must look like postgres://user@host:5432/database, without a password' })
  url!: string;

  /** Never shown: `show-config` prints asterisks. */
  @JsonProperty(String)
  @Secret
  password: string | undefined = undefined;

  @JsonProperty(Int)
  @Min(1)
  maxConnections: number = 10;

  @JsonProperty
  @NotNull
  connectionTimeout: Duration = Duration.seconds(5);

  override async open(): Promise<Database> {
    const { maxConnections, connectionTimeout } = this;
    const database = new PostgresDatabase({
      url: this.urlWithPassword(),
      maxConnections,
      connectionTimeout: connectionTimeout.toMilliseconds(),
    });
    try {
      await database.query('select 1');
    } catch (thrown) {
      await database.close();
      throw new Error(`the database ${this.url} does not let us in: ${reasonOf(thrown)}`, { cause: thrown });
    }
    return database;
  }

  // Beside a URL, the driver passes over a password that is given on its own.
  private urlWithPassword(): string {
    return this.password === undefined || this.password === '' ? this.url : this.url.replace('@', `:${encodeURIComponent(this.password)}@`);
  }
}

// A host with several addresses fails once for each of them.
function reasonOf(thrown: unknown): string {
  const failures = thrown instanceof AggregateError ? (thrown.errors as readonly unknown[]) : [thrown];
  return failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join(', ');
}

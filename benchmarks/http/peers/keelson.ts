// Keelson as its manual has it: a resource class, typed parameters, a validated body.
import {
  DefaultValue,
  Each,
  Email,
  GET,
  Int,
  JsonProperty,
  Length,
  Max,
  Min,
  NotEmpty,
  NotNull,
  POST,
  Path,
  PathParam,
  Produces,
  QueryParam,
  Size,
  Valid,
  listOf,
  JsonMapper,
} from '../../../dist/src/index.js';
import { ResourceRegistry } from '../../../dist/src/resources/index.js';
import { defaultLimits } from '../../../dist/src/server/engines/engine.js';
import { NodeHttpEngine } from '../../../dist/src/server/engines/node-http-engine.js';
import { Validator } from '../../../dist/src/validation/index.js';

class Address {
  @NotEmpty @Length({ max: 200 }) street!: string;
  @NotEmpty @Length({ max: 200 }) city!: string;
  @NotNull @Length({ max: 10 }) zip!: string;
}

class Person {
  @NotEmpty @Length({ max: 100 }) name!: string;
  @NotNull @Email email!: string;
  @JsonProperty(Int) @Min(0) @Max(150) age!: number;
  @JsonProperty(listOf(String)) @NotNull @Size({ max: 10 }) tags!: string[];
  @NotNull @Valid address!: Address;
}

class Summary {
  @JsonProperty(Int) id!: number;
  @JsonProperty(Int) limit!: number;
  @JsonProperty name!: string;
  @JsonProperty active!: boolean;
}

@Path('/people')
class PeopleResource {
  @GET
  @Path('/{id}')
  fetch(@PathParam('id', Int) @Min(1) id: number, @QueryParam('limit', Int) @DefaultValue('20') @Min(1) @Max(100) limit: number): Summary {
    return Object.assign(new Summary(), { id, limit, name: 'Ada Lovelace', active: true });
  }

  @POST
  create(@NotNull @Valid person: Person): Person {
    return person;
  }
}

@Path('/text')
class TextResource {
  @GET
  @Produces('text/plain')
  text(): string {
    return 'hello world';
  }
}
const registry = new ResourceRegistry({ mapper: new JsonMapper({}), validator: new Validator() } as any);
registry.register(PeopleResource).register(TextResource);
const handler = registry.compile({});
const listener = await new NodeHttpEngine().listen(
  {
    address: { kind: 'port', port: Number(process.env['PORT'] ?? 0), host: '127.0.0.1' },
    limits: defaultLimits,
    trustedProxies: 0,
    onFailure: (_e, t) => console.error(t),
  },
  handler,
);
process.send?.({ port: listener.port });

// Keelson as its manual has it: an application, a resource class, typed parameters, a validated body. What the peers do not have is
// switched off unless the environment asks for it: REQUEST_LOG, REQUEST_ID, GZIP, METRICS, SECURITY_HEADERS, TIMED; ROUTES adds that many routes.
import {
  Application,
  Configuration,
  DefaultValue,
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
  Timed,
  Valid,
  listOf,
  run,
} from '../../../dist/src/index.js';
import type { Environment } from '../../../dist/src/index.js';

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
  @JsonProperty(Int) readonly id: number;
  @JsonProperty(Int) readonly limit: number;
  @JsonProperty readonly name: string = 'Ada Lovelace';
  @JsonProperty readonly active: boolean = true;

  constructor(id: number, limit: number) {
    this.id = id;
    this.limit = limit;
  }
}

@Path('/people')
class PeopleResource {
  @GET
  @Path('/{id}')
  fetch(@PathParam('id', Int) @Min(1) id: number, @QueryParam('limit', Int) @DefaultValue('20') @Min(1) @Max(100) limit: number): Summary {
    return new Summary(id, limit);
  }

  @POST
  create(@NotNull @Valid person: Person): Person {
    return person;
  }
}

@Path('/people')
class TimedPeopleResource extends PeopleResource {
  @Timed
  override fetch(id: number, limit: number): Summary {
    return super.fetch(id, limit);
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

function moreResource(index: number): object {
  class MoreResource {
    fetch(id: string): object {
      return { id };
    }
  }
  PathParam('id', String)(MoreResource.prototype, 'fetch', 0);
  GET(MoreResource.prototype, 'fetch', Object.getOwnPropertyDescriptor(MoreResource.prototype, 'fetch')!);
  Path(`/more/route${index}/{id}`)(MoreResource);
  return new MoreResource();
}

class Benchmark extends Application {
  override run(_configuration: Configuration, environment: Environment): void {
    environment.resources.register(process.env['TIMED'] === 'on' ? TimedPeopleResource : PeopleResource).register(TextResource);
    for (let index = 0; index < Number(process.env['ROUTES'] ?? 0); index++) environment.resources.register(moreResource(index));
    environment.whenStarted((server) => {
      process.send?.({ port: server.applicationListeners[0]!.port });
    });
  }
}

const logFolder = process.env['REQUEST_LOG_FOLDER'];
const isOn = (name: string): boolean => process.env[name] === 'on';
const overrides = [
  `server.applicationConnectors[0].port=${process.env['PORT'] ?? '0'}`,
  'server.adminConnectors[0].port=0',
  'logging.level=WARN',
  `server.requestId.enabled=${isOn('REQUEST_ID')}`,
  `server.requestId.inLogContext=${isOn('REQUEST_ID')}`,
  `server.gzip.enabled=${isOn('GZIP')}`,
  `metrics.requests=${isOn('METRICS')}`,
  `server.securityHeaders.enabled=${isOn('SECURITY_HEADERS')}`,
  `server.engine=${process.env['ENGINE'] ?? 'lane'}`,
];
await run(new Benchmark(), [
  'server',
  isOn('REQUEST_LOG') ? 'with-request-log.yml' : 'without-request-log.yml',
  ...(isOn('REQUEST_LOG') && logFolder !== undefined
    ? [`-Dsvc.server.requestLog.appenders[0].currentLogFilename=${logFolder}/${process.pid}.log`]
    : []),
  ...overrides.map((one) => `-Dsvc.${one}`),
]);

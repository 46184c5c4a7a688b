import { Application, Configuration, DefaultValue, GET, JsonProperty, Length, NotEmpty, Path, QueryParam } from 'keelson';
import type { Environment } from 'keelson';
import type { Server } from 'keelson/server';

/** What the file says: hello-world.yml becomes one of these, or the service does not start. */
export class HelloWorldConfiguration extends Configuration {
  @JsonProperty @NotEmpty template: string = 'Hello, %s!';
  @JsonProperty @NotEmpty defaultName: string = 'Stranger';
}

/** GET /hello?name=Ada */
@Path('/hello')
class HelloWorldResource {
  private greetings = 0;

  constructor(private readonly configuration: HelloWorldConfiguration) {}

  @GET
  greet(@QueryParam('name') @DefaultValue('') @Length({ max: 20 }) name: string): { readonly id: number; readonly content: string } {
    const { template, defaultName } = this.configuration;
    return { id: ++this.greetings, content: template.replace('%s', name === '' ? defaultName : name) };
  }
}

export class HelloWorldApplication extends Application<HelloWorldConfiguration> {
  constructor() {
    super(HelloWorldConfiguration);
  }

  override get name(): string {
    return 'hello-world';
  }

  override get banner(): URL {
    return new URL('../../../examples/hello-world/banner.txt', import.meta.url);
  }

  override run(configuration: HelloWorldConfiguration, environment: Environment): void {
    environment.resources.register(new HelloWorldResource(configuration));
    environment.healthChecks.register('template', () => {
      if (!configuration.template.includes('%s')) throw new Error('the template has no %s, so nobody is greeted by name');
    });
    environment.admin.addTask('template', (parameters, output) => {
      configuration.template = parameters.get('to') ?? configuration.template;
      output.println(`the template is now: ${configuration.template}`);
    });
    environment.whenStarted(printAddresses);
  }
}

/** What a friend would try first. */
function printAddresses({ applicationListeners, adminListeners }: Server): void {
  const application = `http://localhost:${applicationListeners[0]?.port}`;
  const admin = `http://localhost:${adminListeners[0]?.port}`;
  process.stdout.write(`
  a greeting           curl '${application}/hello?name=Ada'
  a refusal            curl '${application}/hello?name=Hubert+Blaine+Wolfeschlegelsteinhausenbergerdorff'
  the health checks    curl ${admin}/healthcheck
  the metrics          curl ${admin}/metrics
  a task               curl -X POST '${admin}/tasks/template?to=Hi,+%25s!'
  all that is there    open ${admin} in a browser

  Ctrl-C stops the service.
`);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Application } from '../../src/application/application.js';
import type { Bootstrap } from '../../src/application/bootstrap.js';
import { Command } from '../../src/application/bootstrap.js';
import type { CommandArguments, CommandSyntax } from '../../src/application/command-syntax.js';
import { Configuration } from '../../src/application/configuration.js';
import { ConfiguredCommand } from '../../src/commands/configured-command.js';
import { run } from '../../src/commands/run.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonProperty, Secret } from '../../src/json/json-annotations.js';
import { Int, listOf } from '../../src/reflection/type-token.js';
import { RecordedOutput } from '../../src/testing/recorded-output.js';
import { Max, Min } from '../../src/validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../src/validation/presence-constraints.js';

class SampleConfiguration extends Configuration {
  @JsonProperty @NotEmpty template: string = 'Hello, %s!';
  @JsonProperty('foo') @NotNull baz: string = 'baz';
  @JsonProperty(listOf(String)) hosts: string[] = [];
  @JsonProperty(Int) @Min(1) @Max(10) count: number = 1;
  @JsonProperty @Secret token?: string;
}

class GreetCommand extends Command {
  constructor() {
    super('greet', 'Greets somebody');
  }

  override configure(syntax: CommandSyntax): void {
    syntax
      .argument('[words...]', 'what to add')
      .option('-n, --name <name>', 'whom to greet', { required: true })
      .option('--in <language>', 'the language', { choices: ['en', 'de'], default: 'en' })
      .option('--loud', 'louder');
  }

  override run({ output }: Bootstrap, args: CommandArguments): void {
    const greeting = [args.text('in') === 'de' ? 'Hallo' : 'Hello', args.text('name'), ...args.texts('words')].join(' ');
    output.print(args.flag('loud') ? greeting.toUpperCase() : greeting);
  }
}

class ShowCommand extends ConfiguredCommand<SampleConfiguration> {
  constructor() {
    super('show', 'Shows the configuration');
  }

  protected override runConfigured({ template, baz, hosts, count }: SampleConfiguration, { output }: Bootstrap<SampleConfiguration>): void {
    output.print(JSON.stringify({ template, baz, hosts, count }));
  }
}

class FailCommand extends Command {
  constructor() {
    super('fail', 'Fails');
  }

  override async run(): Promise<void> {
    await Promise.reject(new Error('boom'));
  }
}

class SampleApplication extends Application<SampleConfiguration> {
  constructor(private readonly text: string) {
    super(SampleConfiguration);
  }

  override initialize(bootstrap: Bootstrap<SampleConfiguration>): void {
    bootstrap.configurationSource = new TextConfigurationSource(this.text);
    bootstrap.variables = { COUNT: '7', WHO: 'Ada' };
    bootstrap.addCommand(new GreetCommand());
    bootstrap.addCommand(new ShowCommand());
    bootstrap.addCommand(new FailCommand());
  }

  override run(): void {
    throw new Error('no command here starts the application');
  }
}

async function ran(args: string, text = 'template: hi'): Promise<{ exit: number; out: string; error: string }> {
  const output = new RecordedOutput();
  const exit = await run(new SampleApplication(text), args === '' ? [] : args.split(' '), { output });
  return { exit, out: output.out, error: output.error };
}

test('check says that a good configuration is one', async () => {
  assert.deepEqual(await ran('check config.yml'), { exit: 0, out: 'Configuration is OK\n', error: '' });
});

test('check names every violation by field, on standard error, without a stack trace', async () => {
  assert.deepEqual(await ran('check config.yml', 'template: ""\nfoo:\ncount: 11'), {
    exit: 1,
    out: '',
    error: `config.yml has the following errors:
  * baz may not be null (config.yml:2:5)
  * count must be less than or equal to 10 (config.yml:3:8)
  * template may not be empty (config.yml:1:11)
`,
  });
});

test('commands without a file take the defaults', async () => {
  assert.deepEqual(await ran('show'), { exit: 0, out: '{"template":"Hello, %s!","baz":"baz","hosts":[],"count":1}\n', error: '' });
});

test('overrides count before and after the command, the last of the same key wins', async () => {
  const { out } = await ran(
    '-Dsvc.template=a -Dsvc.count=2 show config.yml -Dsvc.template=b=c -Dsvc.hosts=x,y',
    'count: ${COUNT}\nhosts: []',
  );
  assert.equal(out, '{"template":"b=c","baz":"baz","hosts":["x","y"],"count":2}\n');
});

test('bad overrides get one sentence each', async () => {
  assert.deepEqual(await ran('check config.yml -Dsvc.hosts[3]=x'), {
    exit: 1,
    out: '',
    error: 'Unable to override hosts[3]; node with index not found.\n',
  });
  assert.deepEqual(await ran('check -Dscv.token=hush -Dsvc.token'), {
    exit: 1,
    out: '',
    error:
      "'-Dscv.token' is not an override: overrides begin with -Dsvc., as in -Dsvc.logging.level=DEBUG\n'-Dsvc.token' has no value: write -Dsvc.token=value\n",
  });
});

test('own commands get their arguments and options', async () => {
  assert.deepEqual(await ran('greet --name Ada'), { exit: 0, out: 'Hello Ada\n', error: '' });
  assert.deepEqual(await ran('greet -n Ada --in de --loud and all'), { exit: 0, out: 'HALLO ADA AND ALL\n', error: '' });
});

test('a missing or wrong option is refused on standard error', async () => {
  assert.deepEqual(await ran('greet'), { exit: 1, out: '', error: "error: required option '-n, --name <name>' not specified\n" });
  assert.deepEqual(await ran('greet --name Ada --in fr'), {
    exit: 1,
    out: '',
    error: "error: option '--in <language>' argument 'fr' is invalid. Allowed choices are en, de.\n",
  });
  assert.deepEqual(await ran('greet --name Ada --luod'), {
    exit: 1,
    out: '',
    error: "error: unknown option '--luod'\n(Did you mean --loud?)\n",
  });
});

test('an unknown command is answered with the nearest known one', async () => {
  assert.deepEqual(await ran('chek config.yml'), {
    exit: 1,
    out: '',
    error:
      "error: unknown command 'chek'\n(Did you mean check?)\nCommands: api, auth, check, explain, fail, greet, openapi, routes, schema, server, show, show-config\n",
  });
});

test('too many arguments are refused', async () => {
  const { exit, error } = await ran('check config.yml other.yml');
  assert.deepEqual([exit, error], [1, "error: too many arguments for 'check'. Expected 1 argument but got 2.\n"]);
});

test('a failing command ends with its stack trace and 1', async () => {
  const { exit, out, error } = await ran('fail');
  assert.deepEqual([exit, out], [1, '']);
  assert.match(error, /^Error: boom\n {4}at /);
});

for (const args of ['', '--help', '-h', 'help']) {
  test(`"${args}" prints the help and succeeds`, async () => {
    const { exit, out, error } = await ran(args);
    assert.deepEqual([exit, error], [0, '']);
    assert.match(out, /^Usage: node \S+ <command> \[file\] \[options\]\n\nSampleApplication\n\nOptions:\n/);
    assert.match(out, / {2}check \[file\] +Parses and validates the configuration file\n/);
  });
}

test('the help of a command tells its arguments', async () => {
  const { exit, out } = await ran('check --help');
  assert.equal(exit, 0);
  assert.match(out, /^Usage: node \S+ check \[options\] \[file\]\n\nParses and validates the configuration file\n/);
  assert.equal((await ran('help check')).out, out);
});

test('--version tells the version of the package that the main module belongs to', async () => {
  assert.deepEqual(await ran('--version'), { exit: 0, out: '0.1.0\n', error: '' });
});

test('schema prints a JSON Schema with the keys of the application', async () => {
  const schema = JSON.parse((await ran('schema')).out) as { readonly title: string; readonly properties: Record<string, unknown> };
  assert.equal(schema.title, 'SampleConfiguration');
  assert.deepEqual(schema.properties['template'], {
    anyOf: [{ type: 'string', minLength: 1 }, { type: 'number' }, { type: 'boolean' }, { $ref: '#/$defs/variable' }],
    default: 'Hello, %s!',
  });
});

test('show-config prints where each value came from, and no secret', async () => {
  const { exit, out } = await ran('show-config config.yml -Dsvc.count=3', 'template: hi\ntoken: hush');
  assert.equal(exit, 0);
  assert.match(
    out,
    /^server:\n {2}type: default # default\n[^]*\ntemplate: hi # config\.yml:1:11\nfoo: baz # default\nhosts: \[\] # default\ncount: 3 # -Dsvc\.count\ntoken: "\*{8}" # config\.yml:2:8\n$/,
  );
});

test('show-config shows text from the environment only with --show-environment', async () => {
  const text = 'template: hi ${WHO}\ncount: ${COUNT}\ntoken: ${WHO}';
  const lines = async (args: string): Promise<readonly string[]> => {
    return (await ran(args, text)).out.split('\n').filter((line) => /^(template|count|token):/.test(line));
  };
  assert.deepEqual(await lines('show-config config.yml'), [
    'template: "********" # config.yml:1:11, from environment variable WHO',
    'count: 7 # config.yml:2:8, from environment variable COUNT',
    'token: "********" # config.yml:3:8, from environment variable WHO',
  ]);
  assert.deepEqual(await lines('show-config config.yml --show-environment'), [
    'template: hi Ada # config.yml:1:11, from environment variable WHO',
    'count: 7 # config.yml:2:8, from environment variable COUNT',
    'token: "********" # config.yml:3:8, from environment variable WHO',
  ]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ConformanceApplication } from '../../examples/conformance/conformance-application.js';
import type { ConformanceConfiguration } from '../../examples/conformance/conformance-configuration.js';
import type { Bootstrap } from '../../src/application/bootstrap.js';
import { run } from '../../src/commands/run.js';
import { ConfigurationSourceError } from '../../src/configuration/configuration-error.js';
import { RecordedOutput } from '../../src/testing/recorded-output.js';

const files: Readonly<Record<string, string>> = {
  'base.yml': 'template: t\nfoo: f\nqueue: {host: h}\n',
  'full.yml': `template: t
foo: f
hosts: [x, y, z]
queue: {host: h, port: 1}
properties: {settings.enabled: "false", a: "1"}
ratio: 0.5
pause: 90 s
`,
  'numbers-as-text.yml': 'template: 5\nfoo: yes\nhosts: [1, true]\nqueue: {host: h, port: "77"}\nproperties: {a: 1}\nratio: "0.5"\n',
  'environment.yml': 'template: ${EXAMINED_NAME:-none}\nfoo: "$${EXAMINED_NAME}"\nqueue: {host: "${EXAMINED_NAME:-a: [b}"}\n',
  'environment-undefined.yml': 'template: t\nfoo: f\nqueue:\n  host: ${EXAMINED_UNDEFINED}\n',
  'off.yml': 'template: t\nfoo: f\nqueue: {host: h}\nlogging: {level: off, loggers: {a: off, b: debug}}\n',
  'good.json': '{"template":"t","foo":"f","queue":{"host":"h"}}',
  'good.conf': '{"template":"t","foo":"f","queue":{"host":"h"}}',
  'yaml.conf': 'template: t\nfoo: f\nqueue: {host: h}\n',
  'comma.json': '{"template":"t",\n "foo":"f",}',
  'comment.json': '{\n  // why\n  "template":"t"}',
  'empty.yml': '',
  'comment.yml': '# nothing\n',
  'scalar.yml': 'text\n',
  'list.yml': '- a\n',
  'broken.yml': 'template: [a\nfoo: b\n',
  'tab.yml': 'template: a\nqueue:\n\thost: h\n',
  'unknown.yml': 'templat: t\nfoo: f\nqueue: {host: h, prot: 1}\n',
  'invalid.yml': 'template: ""\nqueue: {host: "", port: 70000}\n',
  'types.yml': 'template: t\nfoo: f\nqueue: {host: h, port: many}\nratio: much\npause: soon\nhosts: x\nproperties: [1]\n',
  'secret.yml': `template: t
foo: f
queue: {host: h}
server: {applicationConnectors: [{type: https, port: 0, keyStorePath: k, keyStorePassword: hush-hush}]}
`,
};

class ExaminedApplication extends ConformanceApplication {
  override initialize(bootstrap: Bootstrap<ConformanceConfiguration>): void {
    super.initialize(bootstrap);
    bootstrap.configurationSource = {
      read: (path) => {
        const text = files[path];
        if (text === undefined) throw new ConfigurationSourceError(`File ${path} not found`);
        return text;
      },
    };
  }
}

async function called(line: readonly string[]): Promise<{ readonly exitCode: number; readonly out: string; readonly error: string }> {
  const output = new RecordedOutput();
  const exitCode = await run(new ExaminedApplication(), line, { output });
  return { exitCode, out: output.out, error: output.error };
}

const base = { template: 't', baz: 'f', hosts: [], queue: { host: 'h', port: 5672 }, properties: {}, ratio: null, pause: null };
const full = {
  template: 't',
  baz: 'f',
  hosts: ['x', 'y', 'z'],
  queue: { host: 'h', port: 1 },
  properties: { 'settings.enabled': 'false', a: '1' },
  ratio: 0.5,
  pause: '90 seconds',
};

const shown: readonly (readonly [line: readonly string[], shows: object])[] = [
  [['base.yml'], base],
  [['full.yml'], full],
  [['good.json'], base],
  [['good.conf'], base],
  [['off.yml'], base],
  [
    ['numbers-as-text.yml'],
    { ...base, template: '5', baz: 'yes', hosts: ['1', 'true'], queue: { host: 'h', port: 77 }, properties: { a: '1' }, ratio: 0.5 },
  ],
  [['environment.yml'], { ...base, template: 'none', baz: '${EXAMINED_NAME}', queue: { host: 'a: [b', port: 5672 } }],
  [['full.yml', '-Dsvc.template=T'], { ...full, template: 'T' }],
  [['-Dsvc.template=A', 'full.yml', '-Dsvc.template=B'], { ...full, template: 'B' }],
  [['full.yml', '-Dsvc.template=a=b,c'], { ...full, template: 'a=b,c' }],
  [['full.yml', '-Dsvc.template=${EXAMINED_NAME}'], { ...full, template: '${EXAMINED_NAME}' }],
  [['full.yml', '-Dsvc.foo=F'], { ...full, baz: 'F' }],
  [['full.yml', '-Dsvc.hosts=a, b ,c'], { ...full, hosts: ['a', 'b', 'c'] }],
  [['full.yml', '-Dsvc.hosts=a\\,b,,c'], { ...full, hosts: ['a,b', '', 'c'] }],
  [['full.yml', '-Dsvc.hosts=a'], { ...full, hosts: ['a'] }],
  [['full.yml', '-Dsvc.hosts='], { ...full, hosts: [''] }],
  [['full.yml', '-Dsvc.hosts[1]=Y'], { ...full, hosts: ['x', 'Y', 'z'] }],
  [['full.yml', '-Dsvc.hosts=a', '-Dsvc.hosts[0]=b'], { ...full, hosts: ['b'] }],
  [['full.yml', '-Dsvc.hosts[0]=b', '-Dsvc.hosts=a'], { ...full, hosts: ['a'] }],
  [['full.yml', '-Dsvc.properties.settings.enabled=true'], { ...full, properties: { 'settings.enabled': 'true', a: '1' } }],
  [['full.yml', '-Dsvc.properties.settings\\.enabled=true'], { ...full, properties: { 'settings.enabled': 'true', a: '1' } }],
  [['base.yml', '-Dsvc.properties.b=a\\,b'], { ...base, properties: { b: 'a\\,b' } }],
  [['base.yml', '-Dsvc.properties.b\\.c=2'], { ...base, properties: { 'b.c': '2' } }],
  [['full.yml', '-Dsvc.queue.port=65535'], { ...full, queue: { host: 'h', port: 65535 } }],
  [['base.yml', '-Dsvc.ratio=1e-1', '-Dsvc.pause=1 s'], { ...base, ratio: 0.1, pause: '1 second' }],
  [['base.yml', '-Dsvc.logging.level=off', '-Dsvc.logging.loggers.com\\.example=debug'], base],
  [['base.yml', '-Dsvc.server.applicationConnectors[0].port=0', '-Dsvc.logging.appenders[0].threshold=WARN'], base],
  [['base.yml', '-Dsvc.server.type=simple', '-Dsvc.server.connector.port=0'], base],
  [['-Dsvc.template=t', '-Dsvc.foo=f', '-Dsvc.queue.host=h', '-Dsvc.hosts=a,b'], { ...base, hosts: ['a', 'b'] }],
];

test('show prints the fields as one JSON document, overrides included', async () => {
  for (const [line, expected] of shown) {
    const { exitCode, out, error } = await called(['show', ...line]);
    assert.deepEqual([exitCode, error], [0, ''], line.join(' '));
    assert.deepEqual(JSON.parse(out), expected, line.join(' '));
    assert.equal(out.trimEnd().split('\n').length, 1);
  }
});

const did = 'Did you mean?:';

const refused: readonly (readonly [line: string, error: string])[] = [
  ['check nope.yml', 'File nope.yml not found'],
  ['server nope.yml', 'File nope.yml not found'],
  [
    'check',
    'default configuration has the following errors:\n  * baz may not be null\n  * queue may not be null\n  * template may not be empty',
  ],
  ['check empty.yml', 'empty.yml has an error:\n  * Configuration at empty.yml must not be empty'],
  ['check comment.yml', 'comment.yml has an error:\n  * Configuration at comment.yml must not be empty'],
  [
    'check scalar.yml',
    'scalar.yml has an error:\n  * Failed to parse configuration; expected keys and their values, found a single value (scalar.yml:1:1)',
  ],
  [
    'check list.yml',
    'list.yml has an error:\n  * Failed to parse configuration; expected keys and their values, found a list (list.yml:1:1)',
  ],
  ['check tab.yml', 'tab.yml has an error:\n  * Malformed YAML at line: 3, column: 1; Tabs are not allowed as indentation (tab.yml:3:1)'],
  [
    'check comma.json',
    'comma.json has an error:\n  * Malformed JSON at line: 2, column: 12; unexpected "}" after a comma (comma.json:2:12)',
  ],
  [
    'check comment.json',
    'comment.json has an error:\n  * Malformed JSON at line: 2, column: 3; expected a property name in double quotes, found "/" (comment.json:2:3)',
  ],
  [
    'check yaml.conf',
    'yaml.conf has an error:\n  * Malformed JSON at line: 1, column: 1; unexpected "t"; only files that end in .yml or .yaml are read as YAML (yaml.conf:1:1)',
  ],
  [
    'server invalid.yml',
    `invalid.yml has the following errors:
  * baz may not be null
  * queue.host may not be empty (invalid.yml:2:15)
  * queue.port must be less than or equal to 65535 (invalid.yml:2:25)
  * template may not be empty (invalid.yml:1:11)`,
  ],
  [
    'show environment-undefined.yml',
    "environment-undefined.yml has an error:\n  * The environment variable 'EXAMINED_UNDEFINED' is not defined; could not substitute the expression '${EXAMINED_UNDEFINED}'. (environment-undefined.yml:4:9)",
  ],
  ['show full.yml -Dsvc.template=', 'full.yml has an error:\n  * template may not be empty (-Dsvc.template)'],
  ['show full.yml -Dsvc.queue.port=0', 'full.yml has an error:\n  * queue.port must be greater than or equal to 1 (-Dsvc.queue.port)'],
  [
    'show full.yml -Dsvc.queue.port=1.5',
    'full.yml has an error:\n  * Incorrect type of value at: queue.port; is of type: text ("1.5"), expected: whole number of 32 bits (-Dsvc.queue.port)',
  ],
  ['show full.yml -Dsvc.hosts[3]=a', 'Unable to override hosts[3]; index is greater than size of array.'],
  ['show base.yml -Dsvc.hosts[0]=a', 'Unable to override hosts[0]; node with index not found.'],
  ['show full.yml -Dsvc.template[0]=a', 'Unable to override template[0]; node with index is not an array.'],
  ['show full.yml -Dsvc.hosts.x=a', 'Unable to override hosts.x; target is an array but no index specified'],
  ['show full.yml -Dsvc.template.x=a', "Unable to override template.x; it's not a valid path."],
  ['show full.yml -Dsvc.template', "'-Dsvc.template' has no value: write -Dsvc.template=value"],
  ['show full.yml -Dother=1', "'-Dother' is not an override: overrides begin with -Dsvc., as in -Dsvc.logging.level=DEBUG"],
  ['plop', "error: unknown command 'plop'\nCommands: api, auth, check, explain, greet, openapi, routes, schema, server, show, show-config"],
  ['--yes', "error: unknown option '--yes'"],
  ['check --yes', "error: unknown option '--yes'"],
  ['greet', "error: required option '--name <name>' not specified"],
];

test('what is wrong goes to standard error, all at once, with exit code 1', async () => {
  for (const [line, expected] of refused) {
    const { exitCode, out, error } = await called(line.split(' '));
    assert.deepEqual([exitCode, out, error.trimEnd()], [1, '', expected], line);
  }
});

const refusedWith: readonly (readonly [line: string, contains: readonly string[]])[] = [
  ['check broken.yml', ['broken.yml has an error:\n  * Malformed YAML at line: 2, column: 1; ']],
  [
    'check unknown.yml',
    [
      `* Unrecognized field at: templat (unknown.yml:1:1)\n    ${did}\n      - template\n`,
      `queue.prot (unknown.yml:3:18)\n    ${did}\n      - port\n`,
    ],
  ],
  ['show full.yml -Dsvc.baz=x', [`  * Unrecognized field at: baz (-Dsvc.baz)\n    ${did}\n      - `, '      - foo\n']],
  ['show full.yml -Dsvc.Template=x', ['Unrecognized field at: Template (-Dsvc.Template)', '- template\n']],
  ['show base.yml -Dsvc.hosts=a,b', ['Incorrect type of value at: hosts; is of type: text ("a,b"), expected: list of text']],
  ['show base.yml -Dsvc.logging.level=loud', ['logging.level', 'loud', 'OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL']],
  [
    'check types.yml',
    ['queue.port', 'ratio', 'pause', 'hosts', 'properties'].map((field) => `  * Incorrect type of value at: ${field}; is of type: `),
  ],
];

test('reports name the field, the place and what would fit', async () => {
  for (const [line, parts] of refusedWith) {
    const { exitCode, out, error } = await called(line.split(' '));
    assert.deepEqual([exitCode, out], [1, ''], line);
    for (const part of parts) assert.ok(error.includes(part), `${line}: no ${JSON.stringify(part)} in\n${error}`);
  }
});

test('what succeeds goes to standard output with exit code 0', async () => {
  assert.deepEqual(await called(['greet', '--name', 'Ada L']), { exitCode: 0, out: 'Hello Ada L\n', error: '' });
  assert.deepEqual(await called(['check', 'full.yml']), { exitCode: 0, out: 'Configuration is OK\n', error: '' });
  const help = await called([]);
  assert.deepEqual(help, await called(['--help']));
  assert.match(help.out, /^Usage: [^]*\n {2}check \[file\] [^]*\n {2}server \[file\] /);
  assert.deepEqual([help.exitCode, help.error], [0, '']);
  assert.match((await called(['--version'])).out, /^\d+\.\d+\.\d+\n$/);
});

test('secrets are printed by no command', async () => {
  for (const line of [
    'check secret.yml',
    'show-config secret.yml',
    'check secret.yml -Dsvc.nope=1',
    'show-config secret.yml -Dsvc.ratio=x',
  ]) {
    const { out, error } = await called(line.split(' '));
    assert.doesNotMatch(out + error, /hush/, line);
  }
});

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import type { ConfigurationValidationError } from '../../src/configuration/configuration-error.js';
import { loadConfiguration } from '../../src/configuration/configuration-loader.js';
import { TextConfigurationSource } from '../../src/configuration/configuration-source.js';
import { JsonProperty, JsonTypeName } from '../../src/json/json-annotations.js';
import { Subtypes } from '../../src/json/subtypes.js';
import { AppenderFactory } from '../../src/logging/appenders/appender-factory.js';
import type { Appender } from '../../src/logging/appenders/appender.js';
import { ConsoleAppenderFactory } from '../../src/logging/appenders/console-appender-factory.js';
import { FileAppenderFactory } from '../../src/logging/appenders/file-appender-factory.js';
import { MemoryAppender } from '../../src/logging/appenders/memory-appender.js';
import { SyslogAppenderFactory } from '../../src/logging/appenders/syslog-appender-factory.js';
import { builtInAppenders, builtInLayouts } from '../../src/logging/built-in-appenders.js';
import { loggerTree } from '../../src/logging/get-logger.js';
import { JsonLayoutFactory } from '../../src/logging/layouts/layout-factory.js';
import { Level } from '../../src/logging/level.js';
import { LoggerTree } from '../../src/logging/logger-tree.js';
import { systemClock } from '../../src/logging/logging-clock.js';
import { LoggingFactory } from '../../src/logging/logging-factory.js';
import { Valid } from '../../src/validation/constraint-annotations.js';
import { NotNull } from '../../src/validation/presence-constraints.js';
import { Validator } from '../../src/validation/validator.js';

const memory = new MemoryAppender();

@JsonTypeName('memory')
class MemoryAppenderFactory extends AppenderFactory {
  @JsonProperty label: string = '';

  override build(): Appender {
    return memory;
  }
}

class Sample {
  @JsonProperty @Valid @NotNull logging: LoggingFactory = new LoggingFactory();
}

const subtypes = new Subtypes().register(...builtInAppenders, ...builtInLayouts, MemoryAppenderFactory);

async function load(text: string): Promise<LoggingFactory> {
  const { configuration } = await loadConfiguration(Sample, 'service.yml', {
    source: new TextConfigurationSource(text),
    subtypes,
    validator: new Validator(),
  });
  return configuration.logging;
}

test('without a logging block it is INFO to standard output', async () => {
  const logging = await load('{}');
  assert.equal(logging.level, Level.INFO);
  assert.equal(logging.appenders.length, 1);
  const [console] = logging.appenders as [ConsoleAppenderFactory];
  assert.equal(console.target, 'stdout');
  assert.equal(console.threshold, Level.ALL);
});

test('levels are read in any case; on means ALL and off means OFF', async () => {
  const logging = await load(`
logging:
  level: off
  loggers:
    com.example: debug
    com.example.quiet: off
    com.example.all: true
    com.example.on: on
    com.example.own: {level: WARN, additive: false, appenders: [{type: memory, threshold: Error}]}
`);
  assert.equal(logging.level, Level.OFF);
  assert.deepEqual(
    Object.entries(logging.loggers).map(([name, logger]) => [name, logger.level, logger.additive, logger.appenders.length]),
    [
      ['com.example', Level.DEBUG, true, 0],
      ['com.example.quiet', Level.OFF, true, 0],
      ['com.example.all', Level.ALL, true, 0],
      ['com.example.on', Level.ALL, true, 0],
      ['com.example.own', Level.WARN, false, 1],
    ],
  );
  assert.equal(logging.loggers['com.example.own']!.appenders[0]!.threshold, Level.ERROR);
});

test('appenders have their keys', async () => {
  const logging = await load(`
logging:
  appenders:
    - {type: console, target: STDERR, threshold: warn, layout: {type: json}, bufferSize: 64KiB}
    - {type: file, currentLogFilename: ./app.log, archivedLogFilenamePattern: './app-%d-%i.log.gz', archivedFileCount: 7, timeZone: Europe/Berlin, maxFileSize: 10MB}
    - {type: syslog, host: 10.0.0.1, port: 1514, facility: LOCAL3, protocol: tcp, format: rfc5424}
    - {type: memory, label: mine}
`);
  const [console, file, syslog, own] = logging.appenders as [
    ConsoleAppenderFactory,
    FileAppenderFactory,
    SyslogAppenderFactory,
    MemoryAppenderFactory,
  ];
  assert.deepEqual([console.target, console.threshold, console.bufferSize.toBytes()], ['stderr', Level.WARN, 65_536]);
  assert.ok(console.layout instanceof JsonLayoutFactory);
  assert.deepEqual(
    [
      file.currentLogFilename,
      String(file.archivedLogFilenamePattern),
      file.archivedFileCount,
      file.timeZone.id,
      file.maxFileSize?.toString(),
    ],
    ['./app.log', './app-%d-%i.log.gz', 7, 'Europe/Berlin', '10 megabytes'],
  );
  assert.deepEqual(
    [syslog.host, syslog.port, syslog.facility, syslog.protocol, syslog.format],
    ['10.0.0.1', 1514, 'local3', 'tcp', 'rfc5424'],
  );
  assert.equal(own.label, 'mine');
});

test('everything that is wrong is a configuration error with the choices, all in one report', async () => {
  await assert.rejects(
    load(`
logging:
  level: loud
  loggers:
    a: 3
    b: {level: chatty}
  appenders:
    - {type: consle}
    - {target: stdout}
    - {type: console, target: printer, layout: {type: xml}}
    - {type: file, currentLogFilename: a.log, archivedLogFilenamePattern: 'a-%d{QQ}.log', timeZone: Mars/Olympus}
    - {type: syslog, facility: local9}
`),
    {
      code: 'KEELSON_CONFIGURATION_MALFORMED',
      message: `service.yml has the following errors:
  * Incorrect value at: logging.level; Invalid level: loud. Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL (service.yml:3:10)
  * Incorrect value at: logging.loggers.a; Invalid level: 3. Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL (service.yml:5:8)
  * Incorrect value at: logging.loggers.b.level; Invalid level: chatty. Use one of OFF, ERROR, WARN, INFO, DEBUG, TRACE, ALL (service.yml:6:16)
  * Unknown type at: logging.appenders[0].type; there is no 'consle' (service.yml:8:14)
    Did you mean?:
      - console
      - file
      - syslog
      - memory
  * Missing type at: logging.appenders[1].type; it must be one of [console, file, syslog, memory] (service.yml:9:7)
  * Incorrect type of value at: logging.appenders[2].target; is of type: text ("printer"), expected: one of [stdout, stderr] (service.yml:10:31)
  * Unknown type at: logging.appenders[2].layout.type; there is no 'xml' (service.yml:10:55)
    Did you mean?:
      - json
      - text
  * Incorrect value at: logging.appenders[3].archivedLogFilenamePattern; Invalid archive pattern: a-%d{QQ}.log. "QQ" in %d{QQ} is not known; use y, M, w, d, D, E, a, H, h, m, s, and quotes around other letters (service.yml:11:75)
  * Incorrect value at: logging.appenders[3].timeZone; Unknown time zone: Mars/Olympus. Use UTC, system, or a name such as Europe/Berlin (service.yml:11:101)
  * Incorrect type of value at: logging.appenders[4].facility; is of type: text ("local9"), expected: one of [kern, user, mail, daemon, auth, syslog, lpr, news, uucp, cron, authpriv, ftp, ntp, audit, alert, clock, local0, local1, local2, local3, local4, local5, local6, local7] (service.yml:12:32)`,
    },
  );
});

test('the rules of the file appender are checked before the service starts', async () => {
  const findings = async (keys: string): Promise<readonly string[]> => {
    try {
      await load(`logging: {appenders: [{type: file, ${keys}}]}`);
    } catch (thrown) {
      return (thrown as ConfigurationValidationError).findings.map((finding) => finding.message);
    }
    return [];
  };
  assert.deepEqual(await findings("currentLogFilename: '', archive: false"), ['currentLogFilename may not be empty']);
  assert.deepEqual(await findings('archive: false'), ['must have currentLogFilename if archive is false']);
  assert.deepEqual(await findings("archivedLogFilenamePattern: 'a-%d.log'"), []);
  assert.deepEqual(await findings('currentLogFilename: a.log'), ['must have archivedLogFilenamePattern if archive is true']);
  assert.deepEqual(await findings("currentLogFilename: a.log, archivedLogFilenamePattern: 'a-%d', maxFileSize: 1MB"), [
    'when specifying maxFileSize, archivedLogFilenamePattern must contain %i',
  ]);
  assert.deepEqual(await findings("currentLogFilename: a.log, archivedLogFilenamePattern: 'a-%i'"), [
    'when archivedLogFilenamePattern contains %i, maxFileSize must be specified',
  ]);
  assert.deepEqual(await findings("currentLogFilename: a.log, archivedLogFilenamePattern: 'a-%d', archivedFileCount: -1"), [
    'logging.appenders[0].archivedFileCount must be greater than or equal to 0',
  ]);
});

test('hh without a in an archive name is a WARN at start-up', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'keelson-factory-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const logging = await load(`logging: {appenders: [{type: file, archivedLogFilenamePattern: '${folder}/a-%d{yyyy-MM-dd-hh}.log'}]}`);
  const warnings = new MemoryAppender();
  const undo = loggerTree.divert({ appender: warnings, levelOf: () => Level.WARN });
  const setup = logging.build({ applicationName: 'a', clock: systemClock });
  undo();
  for (const { appender } of setup.appenders) await appender.close();
  assert.deepEqual(warnings.messages, [
    `archivedLogFilenamePattern ${folder}/a-%d{yyyy-MM-dd-hh}.log: %d{yyyy-MM-dd-hh} has the twelve-hour "h" without "a" (AM or PM) and is read with "H", because its names would come twice a day; write H`,
  ]);
});

test('a logger or an appender with nothing behind it is refused', async () => {
  await assert.rejects(load('logging: {loggers: {a: }, appenders: [~]}'), {
    code: 'KEELSON_CONFIGURATION_INVALID',
    message: `service.yml has the following errors:
  * logging.appenders[0] may not be null (service.yml:1:39)
  * logging.loggers[a] may not be null (service.yml:1:24)`,
  });
});

test('a factory configures a tree', async () => {
  memory.clear();
  const factory = await load(`
logging:
  level: WARN
  loggers: {com.example: DEBUG}
  appenders: [{type: memory, threshold: INFO}]
`);
  const tree = new LoggerTree(() => ({ level: Level.OFF, appenders: [], loggers: new Map() }));
  await tree.configure(factory);
  tree.get('com.example.Thing').debug('below the threshold');
  tree.get('com.example.Thing').info('said');
  tree.get('other').info('below the level');
  tree.get('other').warn('said too');
  assert.deepEqual(memory.messages, ['said', 'said too']);
  await tree.close();
});

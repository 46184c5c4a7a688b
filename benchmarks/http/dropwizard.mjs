// Dropwizard itself, where Java and Maven are installed: the same endpoints on the JVM, warmed up, beside Keelson on one core.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

import { keelson, nodes } from './contestants.mjs';
import { sample } from './cost.mjs';
import { applyLoad } from './load.mjs';
import { expectAnswers, get, post, text } from './scenarios.mjs';
import { startCommand, startServer } from './start-server.mjs';
import { mean, median } from './statistics.mjs';
import { markdownTable, megabytes, thousands } from './table.mjs';

const folder = fileURLToPath(new URL('dropwizard/', import.meta.url));
const warmUp = 12_000;

export async function dropwizard({ rounds, milliseconds }) {
  const title = '## Dropwizard';
  const missing = ['java', 'mvn'].filter((command) => spawnSync('which', [command]).status !== 0);
  if (missing.length > 0) return `${title}\n\nNot measured: ${missing.join(' and ')} missing on this machine.`;
  const { status } = spawnSync('mvn', ['-q', '-B', 'package'], { cwd: folder, stdio: ['ignore', 2, 2] });
  if (status !== 0) return `${title}\n\nNot measured: mvn package ended with ${status}.`;
  const version = /<dropwizard\.version>([^<]+)</.exec(spawnSync('cat', [`${folder}pom.xml`], { encoding: 'utf8' }).stdout)?.[1];
  const programs = [
    { title: `dropwizard ${version}`, start: () => startJvm(`dropwizard ${version}`, 'bare.yml') },
    { title: `dropwizard ${version}, all defaults on`, start: () => startJvm(`dropwizard ${version}, all defaults on`, 'defaults.yml') },
    { title: keelson[0].title, start: () => startServer(keelson[0], nodes[0]) },
    { title: keelson[1].title, start: () => startServer(keelson[1], nodes[0]) },
  ];
  const rows = [];
  for (const program of programs) rows.push(await measured(program, { rounds, milliseconds }));
  const head = [
    '',
    'first answer ms',
    'memory after load',
    ...[get, post, text].flatMap(({ title: name }) => [`${name}: CPU µs`, 'requests/s']),
  ];
  return [
    title,
    `One process each on one core, one after the other, after ${warmUp / 1000} s of warm-up per program; several threads share the core on the JVM.`,
    markdownTable(head, rows),
  ].join('\n\n');
}

async function measured({ title, start }, { rounds, milliseconds }) {
  const began = performance.now();
  const server = await start();
  try {
    await fetch(server.url + get.path).then((answer) => answer.arrayBuffer());
    const firstAnswer = performance.now() - began;
    const scenarios = [get, post, text];
    await expectAnswers(server, scenarios);
    for (const scenario of scenarios) await applyLoad(server.port, scenario, { milliseconds: warmUp / scenarios.length });
    const cells = [];
    for (const scenario of scenarios) {
      const found = [];
      for (let round = 0; round < rounds; round++) found.push(await sample(server, scenario, { milliseconds }));
      cells.push(median(found.map(({ cost }) => cost)).toFixed(1), thousands(mean(found.map(({ perSecond }) => perSecond))));
    }
    return [title, firstAnswer.toFixed(0), megabytes(server.rss()), ...cells];
  } finally {
    await server.stop();
  }
}

function startJvm(title, configuration) {
  const log = `-Ddw.server.requestLog.appenders[0].currentLogFilename=${process.env['REQUEST_LOG_FOLDER']}/dropwizard.log`;
  const main = ['-cp', `${folder}target/classes:${folder}target/lib/*`, 'bench.PeopleApplication', 'server', `${folder}${configuration}`];
  return startCommand(title, ['java', ...(configuration === 'bare.yml' ? [] : [log]), ...main], /application port (\d+)/);
}

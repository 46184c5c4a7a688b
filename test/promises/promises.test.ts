import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

/** What a page promises: each item of these lists, each row of these tables (by its first column), and these sentences. */
interface Promised {
  readonly page: string;
  /** The lines, or headings, that lists stand below. */
  readonly lists?: readonly string[];
  /** The heads of tables. */
  readonly tables?: readonly string[];
  /** From the running text. */
  readonly sentences: readonly string[];
}

const promised: readonly Promised[] = [
  {
    page: 'docs/server.md',
    lists: ['Every limit holds on every type:'],
    sentences: [
      'Open event streams (text/event-stream) end when the stop begins',
      'Connections that the system had already made are still accepted',
      'What is not answered after shutdownGracePeriod is cut off, and a WARN tells how many those were',
      'A Unix socket that a killed process left behind does not keep the service from starting',
      'An asynchronous handler that is done without having answered is a 500 with a line in the log',
      'OPTIONS * is answered with 204 and the allowed methods in Allow',
      'Requests that could not be read are in the request log and in the metrics',
      'Only the headers of the chosen dialect are looked at',
      'A client that closes its side after the request gets its answer',
      'Certificates are replaced without a restart, and a bad key store changes nothing',
      'A body that was compressed more than twice is answered with 415',
    ],
  },
  {
    page: 'docs/admin.md',
    lists: ['cleared orders\n```', 'must therefore'],
    sentences: [
      'Everything but tasks is read by GET or HEAD',
      'Two tasks of one name are refused',
      'A level or duration that cannot be read is answered with 400 and changes nothing',
      'Requests without those headers (curl, probes, Prometheus) are served under any name, and so is everything that only reads',
      'Each endpoint can be switched off',
    ],
  },
  { page: 'docs/security.md', tables: ['| danger |'], sentences: [] },
  {
    page: 'docs/lifecycle.md',
    lists: ['does not finish its start first:'],
    tables: ['| event | what happens |\n', '| what happens | the caller gets |', '| event | what happens | exit code |'],
    sentences: [
      'An object without a start method is taken to be open from the moment it is made',
      'Nothing can be managed once the start has begun',
      'Runs never overlap',
      'If a run throws, the error is logged and the schedule goes on',
      'When the service stops, the signal of a run under way is aborted, and the stop waits for that run',
      'When the service stops, running and waiting jobs are finished',
      'Two schedules of one name are refused',
      'The line of the exception carries the ID of the request that threw it; the lines of the stop do not',
    ],
  },
];

const names = testNames();
for (const { page, lists = [], tables = [], sentences } of promised) {
  const text = readFileSync(new URL(page, root), 'utf8');

  test(`each promise of ${page} stands in the name of a test`, () => {
    const promises = [
      ...lists.flatMap((above) => itemsBelow(text, above)),
      ...tables.flatMap((head) => firstColumn(text, head)),
      ...sentences,
    ];
    assert.deepEqual(
      promises.filter((promise) => !names.some((name) => name.includes(inSentence(promise)))),
      [],
    );
  });

  test(`the sentences promised by ${page} are still there`, () => {
    const words = plain(text);
    assert.deepEqual(
      sentences.filter((sentence) => !words.includes(sentence)),
      [],
    );
  });
}

/** The first clause of each item of the list that follows these words. */
function itemsBelow(text: string, above: string): readonly string[] {
  const [, list] = text.split(`${above}\n\n`);
  const items = /^(?:- .*\n(?: {2}.*\n)*)+/
    .exec(list ?? '')?.[0]
    .split(/^- /m)
    .slice(1);
  assert.ok(items !== undefined, `no list below "${above}"`);
  return items.map((item) => plain(item).split(/[.;:](?: |$)/, 1)[0]!);
}

function firstColumn(text: string, head: string): readonly string[] {
  const [, table] = text.split(`\n${head}`);
  const rows = /^.*\n?\|--.*\n((?:\|.*\n)+)/.exec(table ?? '')?.[1];
  assert.ok(rows !== undefined, `no table "${head}"`);
  return rows
    .trimEnd()
    .split('\n')
    .flatMap((row) => variants(plain(row.split(' | ', 1)[0]!.slice(2))));
}

/** "an exception, a rejection" are two events with one outcome, and may have a test each. */
function variants(cell: string): readonly string[] {
  return /^an? [^,]+, an? [^,]+$/.test(cell) ? cell.split(', ') : [cell.split(': ', 1)[0]!];
}

/** Without the marks of Markdown, on one line. */
function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/`|\*\*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function inSentence(promise: string): string {
  return /^[A-Z][a-z]|^A /.test(promise) ? promise[0]!.toLowerCase() + promise.slice(1) : promise;
}

/** The names in all test files; where a loop puts words into a name, once with each of them. */
function testNames(): readonly string[] {
  const folder = new URL('test/', root);
  const variables: Readonly<Record<string, readonly string[]>> = {
    reading: ['whole', 'as a stream'],
    sending: ['whole', 'as a stream'],
    manner: ['silent', 'dripping'],
    kind: ['an iterator', 'a node stream', 'a web stream'],
  };
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.ts') && !file.startsWith('promises'))
    .flatMap((file) => [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\b(?:test|poolTest)\(\s*(['"`])(.*?)\1,/gs)])
    .flatMap(([, , name]) => {
      let spelled = [name!];
      for (const [variable, words] of Object.entries(variables))
        spelled = spelled.flatMap((one) => words.map((word) => one.replace(`\${${variable}}`, word)));
      return spelled;
    });
}

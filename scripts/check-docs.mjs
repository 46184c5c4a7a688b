// Proves the Markdown pages: every ```ts block compiles against the built package, every ```ts run block prints the ```text block that
// follows it, and every relative link and anchor leads somewhere. CONTRIBUTING.md says how to write such blocks.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('..', import.meta.url));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { compiled, ran, findings } = await docFindings(home, markdownPages(home));
  for (const finding of findings) console.error(finding);
  console.log(`${compiled} blocks compiled, ${ran} ran`);
  if (findings.length > 0) process.exitCode = 1;
}

/** The pages of the project: those at its root and all under docs and examples. */
export function markdownPages(root) {
  const below = ['docs', 'examples'].filter((folder) => existsSync(join(root, folder)));
  return [
    ...readdirSync(root),
    ...below.flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file)))),
  ].filter((file) => file.endsWith('.md') && !file.includes('node_modules'));
}

/** Everything wrong in the pages of the project at `root`, as lines "docs/page.md:12: …". */
export async function docFindings(root, pages) {
  const texts = pages.map((page) => ({ page, text: readFileSync(join(root, page), 'utf8') }));
  const blocks = texts.flatMap(({ page, text }) => codeBlocks(page, text));
  const code = blocks.filter(({ words }) => words[0] === 'ts' && !words.includes('fragment'));
  const findings = [
    ...infoFindings(blocks),
    ...texts.flatMap(({ page, text }) => linkFindings(root, page, text)),
    ...indexFindings(texts),
    ...endFindings(texts),
  ];
  const folder = join(root, '.cache/docs');
  rmSync(folder, { recursive: true, force: true });
  if (code.length > 0) findings.push(...compileFindings(root, folder, code));
  const runs = code.filter(({ words }) => words.includes('run'));
  if (findings.length === 0) for (const block of runs) findings.push(...(await runFindings(root, folder, block, blocks)));
  return { compiled: code.length, ran: runs.length, findings };
}

/** The fenced blocks of a page: their words behind the fence, the line on which their text begins, the text. */
function codeBlocks(page, text) {
  const blocks = [];
  let open;
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^(?<indent> *)(?<ticks>`{3,})(?<info>.*)$/.exec(line)?.groups;
    if (open === undefined && fence !== undefined) {
      open = { page, line: index + 2, words: fence.info.trim().split(/\s+/), lines: [], indent: fence.indent.length, ticks: fence.ticks };
    } else if (open !== undefined && fence !== undefined && fence.info.trim() === '' && fence.ticks.length >= open.ticks.length) {
      const { lines, ...block } = open;
      blocks.push({ ...block, text: `${lines.join('\n')}\n` });
      open = undefined;
    } else open?.lines.push(line.slice(open.indent));
  }
  return blocks;
}

function infoFindings(blocks) {
  return blocks.flatMap(({ page, line, words }) => {
    if (words[0] === 'typescript') return [`${page}:${line - 1}: write ts, not typescript, so that the block is compiled`];
    const unknown = words[0] === 'ts' && words.slice(1).find((word) => word !== 'run' && word !== 'fragment');
    return unknown ? [`${page}:${line - 1}: "${unknown}" is no word for a ts block; there are "run" and "fragment"`] : [];
  });
}

// Inside the project, so that "keelson" leads to the built package itself, as it will to the installed one.
function compileFindings(root, folder, code) {
  mkdirSync(folder, { recursive: true });
  for (const block of code) {
    block.file = `${block.page.replaceAll(/[^A-Za-z0-9]+/g, '-')}-${block.line}`;
    writeFileSync(join(folder, `${block.file}.ts`), /^(?:import|export) /m.test(block.text) ? block.text : `${block.text}export {};\n`);
  }
  const options = { composite: false, declaration: false, declarationMap: false, sourceMap: false, rootDir: '.', outDir: 'out' };
  const settings = { extends: relative(folder, join(root, 'tsconfig.base.json')), compilerOptions: options, include: ['.'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(home, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  return `${stdout}${stderr}`
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const error = /^(?<file>[\w-]+)\.ts\((?<line>\d+),\d+\): (?<message>.*)$/.exec(line)?.groups;
      const block = code.find(({ file }) => file === error?.file);
      return block === undefined ? line : `${block.page}:${block.line + Number(error.line) - 1}: ${error.message}`;
    });
}

async function runFindings(root, folder, block, blocks) {
  const next = blocks.find(({ page, line }) => page === block.page && line > block.line);
  if (next?.words[0] !== 'text')
    return [`${block.page}:${block.line - 1}: a "ts run" block is followed by a "text" block with what it prints`];
  const { output, code } = await outputOf(join(folder, 'out', `${block.file}.js`), root);
  if (code !== 0) return [`${block.page}:${block.line - 1}: ended with ${code}:\n${output.all}`];
  if (matches(next.text, output.standard)) return [];
  return [`${block.page}:${next.line - 1}: this is what the block above prints:\n${output.standard}`];
}

function outputOf(file, cwd) {
  return new Promise((done, failed) => {
    const output = { all: '', standard: '' };
    const child = spawn(process.execPath, [file], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 20_000,
      env: { ...process.env, NO_COLOR: '1' },
    });
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.standard += text;
      output.all += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.all += text;
    });
    child.on('error', failed);
    child.on('close', (code, signal) => done({ output, code: code ?? signal }));
  });
}

/** Whether the output is as shown: "…" stands for any text in a line, and alone on a line for any lines. */
export function matches(shown, printed) {
  const pattern = shown
    .trimEnd()
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\n)*' : `${line.trimEnd().split('…').map(escapePattern).join('.*')}\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${printed.replaceAll(/[ \t]+$/gm, '').trimEnd()}\n`);
}

function escapePattern(text) {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** A page that the index does not name is a page that nobody finds. */
function indexFindings(texts) {
  const index = texts.find(({ page }) => page === join('docs', 'README.md'));
  if (index === undefined) return [];
  const named = new Set([...index.text.matchAll(/\]\((?<target>[^()\s#]+)/g)].map((match) => join('docs', match.groups.target)));
  return texts
    .filter(({ page }) => page.startsWith(join('docs', '/')) && page !== index.page && !named.has(page))
    .map(({ page }) => `${page}: docs/README.md does not name this page; add its line`);
}

/** A reader who has come to the end wants to know where to go. */
function endFindings(texts) {
  if (!texts.some(({ page }) => page === join('docs', 'README.md'))) return [];
  return texts
    .filter(({ page }) => page.startsWith(join('docs', '/')) && page !== join('docs', 'README.md'))
    .filter(
      ({ text }) =>
        withoutCode(text)
          .match(/^## .+$/gm)
          ?.at(-1) !== '## Where to go next',
    )
    .map(({ page }) => `${page}: the last heading of a page is "## Where to go next"; add it, with links`);
}

function linkFindings(root, page, text) {
  const prose = withoutCode(text);
  return [...prose.matchAll(/\]\((?<target>[^()\s]+)(?:\s+"[^"]*")?\)/g)].flatMap((match) => {
    const [path, anchor] = match.groups.target.split('#');
    if (/^[a-z][a-z+.-]*:/i.test(match.groups.target)) return [];
    const place = `${page}:${prose.slice(0, match.index).split('\n').length}`;
    const target = path === '' ? join(root, page) : resolve(root, dirname(page), decodeURIComponent(path));
    if (!existsSync(target)) return [`${place}: the link ${match.groups.target} leads nowhere`];
    if (anchor === undefined || statSync(target).isDirectory() || !target.endsWith('.md')) return [];
    if (anchors(readFileSync(target, 'utf8')).has(anchor)) return [];
    return [`${place}: ${relative(root, target)} has no heading #${anchor}`];
  });
}

/** The names by which a page's headings are reached, made as GitHub makes them. */
function anchors(text) {
  const taken = new Map();
  return new Set(
    [...withoutCode(text, ({ code }) => code).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading]) => {
      const name = heading
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-');
      const count = taken.get(name) ?? 0;
      taken.set(name, count + 1);
      return count === 0 ? name : `${name}-${count}`;
    }),
  );
}

// Keeps every line end, so that line numbers stay right.
function withoutCode(text, inline = () => '') {
  return text
    .replaceAll(/^ *(`{3,})[^\n]*\n[\s\S]*?^ *\1`*[ \t]*$/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`(?<code>[^`\n]+)`/g, (match, code) => inline({ code }));
}

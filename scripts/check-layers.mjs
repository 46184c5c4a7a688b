// Holds src to the import law in layers.json: who may import whom, no circles, no door from inside, node's sockets and files only where
// they belong, packages only where a user gets them installed, and no two files of one name.
import { readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const findings = [...layerFindings(root), ...unusedAllowances(root)];
  for (const finding of findings) console.error(finding);
  if (findings.length > 0) process.exitCode = 1;
}

/** Every breach of the law in the project at `root`, as lines "src/file.ts:7: what is wrong; what to do". */
export function layerFindings(root) {
  const law = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const files = sourceFiles(join(root, 'src'));
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(root, 'src', file), 'utf8')));
  return [
    ...lawFindings(law),
    ...imports.flatMap((found) => importFindings(found, law, manifest, new Set(files))),
    ...circleFindings(files, imports),
    ...nameFindings(files),
    ...doorFindings(files, law, manifest),
  ];
}

/** What the law of the project at `root` allows and nobody makes use of: the next import through such a gap would need no thought. */
export function unusedAllowances(root) {
  const law = JSON.parse(readFileSync(join(root, 'layers.json'), 'utf8'));
  const imports = sourceFiles(join(root, 'src')).flatMap((file) => importsOf(file, readFileSync(join(root, 'src', file), 'utf8')));
  const used = new Set(
    imports.filter(({ target }) => target !== undefined).map(({ file, target }) => `${folderOf(file)} ${folderOf(target)}`),
  );
  return [
    ...Object.entries(law.folders).flatMap(([folder, allowed]) =>
      allowed
        .filter((other) => !used.has(`${folder} ${other}`))
        .map((other) => `layers.json: ${folder} may import ${other} and does not; remove it`),
    ),
    ...law.guarded.flatMap(({ modules, allowed }) =>
      Object.keys(allowed)
        .filter((place) => !imports.some(({ file, specifier }) => modules.includes(specifier) && (file === place || inside(place, file))))
        .map((place) => `layers.json: ${place} may import ${modules.join(', ')} and does not; remove it`),
    ),
  ];
}

function sourceFiles(src) {
  return readdirSync(src, { recursive: true })
    .map((file) => String(file).replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
}

/** The imports of one file in every form: static, type-only, side-effect, re-export, dynamic, `import('…')` types and require. */
export function importsOf(file, text) {
  // Whole-line comments are blanked, keeping their line ends, since examples in them show imports.
  const code = text.replaceAll(/^[ \t]*\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  const forms = [
    /^[ \t]*(?:import|export)\b(?![ \t]*\()[^'"`;]*?\bfrom\s*(['"])(?<specifier>[^'"]+)\1/gm,
    /^[ \t]*import\s*(['"])(?<specifier>[^'"]+)\1/gm,
    /\b(?:import|require)\s*\(\s*(['"`])(?<specifier>[^'"`]+)\1/g,
    /\bimport\s*\(\s*(?!['"`\s])(?<computed>[^)]*)/g,
  ];
  return forms.flatMap((form) =>
    [...code.matchAll(form)].map((match) => ({
      file,
      line: code.slice(0, match.index + match[0].search(/\S/)).split('\n').length,
      specifier: match.groups.specifier,
      computed: match.groups.computed,
      target: match.groups.specifier?.startsWith('.')
        ? posix.join(posix.dirname(file), match.groups.specifier).replace(/\.js$/, '.ts')
        : undefined,
    })),
  );
}

function importFindings(found, law, manifest, files) {
  const { file, line, specifier, computed, target } = found;
  const finding = (text) => [`src/${file}:${line}: ${text}`];
  if (computed !== undefined) return finding(`imports a computed name (${computed}); write the name out, so that it can be checked`);
  if (target === undefined) return outsideFindings(found, law, manifest);
  if (!files.has(target)) return finding(`imports ${specifier}, which is not a file of src`);
  if (file === 'index.ts') return [];
  if (basename(target) === 'index.ts') return finding(`imports the door ${target} from inside; import the file that declares the name`);
  const from = folderOf(file);
  const to = folderOf(target);
  const allowed = law.folders[from];
  if (allowed === undefined) return finding(`lies in ${from}/, which layers.json does not know; add the folder and what it may import`);
  if (from === to || allowed.includes(to)) return [];
  return finding(
    `${from} may not import ${to} (${specifier}); ${allowed.length > 0 ? `only ${allowed.join(', ')}` : 'it stands on its own'}`,
  );
}

function outsideFindings({ file, line, specifier }, law, manifest) {
  const name = specifier.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1');
  if (!specifier.startsWith('node:') && !builtinModules.includes(name)) {
    const installed = { ...manifest.dependencies, ...manifest.peerDependencies };
    if (Object.hasOwn(installed, name)) return [];
    return [`src/${file}:${line}: imports ${name}, which users do not get; add it to the dependencies or do without`];
  }
  const module = specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  return law.guarded
    .filter((rule) => rule.modules.includes(module) && !Object.keys(rule.allowed).some((place) => file === place || inside(place, file)))
    .map((rule) => `src/${file}:${line}: may not import ${module}: ${rule.because}; only ${Object.keys(rule.allowed).join(', ')} may`);
}

function inside(place, file) {
  return place.endsWith('/') && file.startsWith(place);
}

/** One finding for each group of files that import each other in a circle, shown as one way around. */
function circleFindings(files, imports) {
  const next = new Map(files.map((file) => [file, []]));
  for (const { file, target } of imports) if (target !== undefined && next.has(target)) next.get(file)?.push(target);
  const done = new Set();
  const path = [];
  const findings = [];
  const visit = (file) => {
    const start = path.indexOf(file);
    if (start >= 0) {
      findings.push(`src/${file}: is part of a circle: ${[...path.slice(start), file].join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    path.push(file);
    for (const target of next.get(file) ?? []) visit(target);
    path.pop();
    done.add(file);
  };
  for (const file of files) visit(file);
  return [...new Set(findings)];
}

function nameFindings(files) {
  const first = new Map();
  return files
    .filter((file) => basename(file) !== 'index.ts')
    .flatMap((file) => {
      const other = first.get(basename(file));
      if (other === undefined) first.set(basename(file), file);
      return other === undefined ? [] : [`src/${file}: has the name of src/${other}; give one of them a name of its own`];
    });
}

/** The exports of package.json and the index.ts files of src are the same doors. */
function doorFindings(files, law, manifest) {
  const doors = files.filter((file) => /^[^/]+\/index\.ts$/.test(file)).map((file) => dirname(file));
  const listed = Object.keys(manifest.exports ?? {})
    .filter((key) => key !== '.' && key !== './package.json')
    .map((key) => key.slice('./'.length));
  return [
    ...doors
      .filter((door) => law.private.includes(door))
      .map((door) => `src/${door}/index.ts: ${door} is private and has no door; remove it`),
    ...doors
      .filter((door) => !law.private.includes(door) && !listed.includes(door))
      .map((door) => `package.json: exports lack "./${door}", the door src/${door}/index.ts`),
    ...listed
      .filter((door) => !doors.includes(door))
      .map((door) => `package.json: exports "./${door}", but there is no src/${door}/index.ts`),
  ];
}

/** The table itself has no circle and names only folders it knows. */
function lawFindings(law) {
  const rank = Object.keys(law.folders);
  return rank.flatMap((folder, place) =>
    law.folders[folder]
      .filter((other) => rank.indexOf(other) === -1 || rank.indexOf(other) >= place)
      .map(
        (other) =>
          `layers.json: ${folder} lists ${other}, which does not stand above it in the table; a folder may only build on earlier ones`,
      ),
  );
}

function folderOf(file) {
  return file.includes('/') ? file.slice(0, file.indexOf('/')) : '.';
}

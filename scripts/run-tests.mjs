// Runs the compiled tests in one process; words on the command line choose files by a part of their path.
import { readdirSync } from 'node:fs';

const root = new URL('../dist/test/', import.meta.url);
const chosen = process.argv.slice(2);
const files = readdirSync(root, { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.test.js') && (chosen.length === 0 || chosen.some((word) => file.includes(word))))
  .toSorted();
if (files.length === 0) throw new Error(`no test file matches ${chosen.join(' ') || 'dist/test/**/*.test.js'}; run "npm run build" first`);
for (const file of files) await import(new URL(file, root).href);

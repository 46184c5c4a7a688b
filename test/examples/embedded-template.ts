import { cpSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { EmbeddedDatabase } from '../../examples/people/database/embedded-database.js';

const root = new URL('../../../', import.meta.url);

/** Puts a new, empty embedded database into a folder. To make one takes seconds, so it is made once and copied from then on. */
export async function copyEmptyDatabase(directory: string): Promise<void> {
  const manifest = readFileSync(new URL('node_modules/@electric-sql/pglite/package.json', root), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const template = fileURLToPath(new URL(`.cache/empty-database-${version}`, root));
  if (!existsSync(template)) {
    // Complete or not there at all: a run that is ended halfway leaves only a folder with a number behind.
    const unfinished = `${template}-${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await (await EmbeddedDatabase.open(unfinished)).close();
    if (!existsSync(template)) renameSync(unfinished, template);
  }
  cpSync(template, directory, { recursive: true });
}

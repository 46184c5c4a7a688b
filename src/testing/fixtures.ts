import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { TestUsageError } from './test-errors.js';

/**
 * Files that tests compare with, in one folder.
 *
 * @example
 * const fixtures = new Fixtures(new URL('./fixtures/', import.meta.url));
 * assert.deepEqual(answer.json, fixtures.json('ada.json'));
 */
export class Fixtures {
  private readonly folder: string;

  constructor(folder: URL | string) {
    this.folder = typeof folder === 'string' ? folder : fileURLToPath(folder);
  }

  /** Where a file of the folder is. */
  path(name: string): string {
    const path = join(this.folder, name);
    if (existsSync(path)) return path;
    const others = existsSync(this.folder)
      ? `it has ${readdirSync(this.folder).toSorted().join(', ') || 'no files'}`
      : 'there is no such folder';
    throw new TestUsageError(`There is no fixture ${name} in ${this.folder}: ${others}`);
  }

  bytes(name: string): Buffer {
    return readFileSync(this.path(name));
  }

  /** In UTF-8. */
  text(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  json<T = unknown>(name: string): T {
    try {
      return JSON.parse(this.text(name)) as T;
    } catch (error) {
      throw new TestUsageError(`The fixture ${this.path(name)} is not JSON`, { cause: error });
    }
  }
}

/**
 * A new, empty folder that exists until it is removed.
 *
 * @example
 * const folder = new TemporaryFolder();
 * after(() => folder.remove());
 */
export class TemporaryFolder {
  readonly path: string = mkdtempSync(join(tmpdir(), 'keelson-'));

  /** The path of something in it. */
  file(...names: readonly string[]): string {
    return join(this.path, ...names);
  }

  /** Removes it with everything in it. */
  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  [Symbol.dispose](): void {
    this.remove();
  }
}

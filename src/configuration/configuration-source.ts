import { readFileSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';

import { ConfigurationSourceError } from './configuration-error.js';

/**
 * Where the text of a configuration comes from. The default reads a file; replace it in `Bootstrap` to read from elsewhere.
 *
 * @example bootstrap.configurationSource = { read: async (path) => (await fetch(path)).text() };
 */
export interface ConfigurationSource {
  /** The text behind the path as the operator gave it. A thrown error's message is shown to the operator as it is. */
  read(path: string): string | Promise<string>;
}

/** A larger file is a log or a device that was named by mistake. */
const largestFile = 4 * 1024 * 1024;

/** Reads the configuration from a file, in UTF-8. */
export class FileConfigurationSource implements ConfigurationSource {
  /** `openFile` is for tests of what cannot be staged everywhere, such as missing permission where everything is permitted. */
  constructor(private readonly openFile: (path: string) => Promise<FileHandle> = (path) => open(path, 'r')) {}

  async read(path: string): Promise<string> {
    return textOf(await this.bytesOf(path), path);
  }

  private async bytesOf(path: string): Promise<Uint8Array> {
    try {
      const file = await this.openFile(path);
      // Not `await using`: handles of other file systems, such as Yarn's zip archives, cannot always be disposed.
      try {
        return await allBytes(file, path);
      } finally {
        await file.close();
      }
    } catch (error) {
      if (error instanceof ConfigurationSourceError) throw error;
      throw new ConfigurationSourceError(describeFailure(path, error), { cause: error });
    }
  }
}

/** Hands out a text that is already there, whatever path is asked for. */
export class TextConfigurationSource implements ConfigurationSource {
  constructor(private readonly text: string) {}

  read(): string {
    return this.text;
  }
}

/** Devices and pipes have no size to ask for, so the limit is kept while reading. */
async function allBytes(file: FileHandle, path: string): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(64 * 1024) });
    if (bytesRead === 0) return Buffer.concat(pieces);
    size += bytesRead;
    if (size > largestFile) {
      throw new ConfigurationSourceError(`File ${path} is larger than ${largestFile / 1024 / 1024} MiB, which no configuration is`);
    }
    pieces.push(buffer.subarray(0, bytesRead));
  }
}

function describeFailure(path: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `File ${path} not found`;
    case 'EISDIR':
      return `${path} is a directory; give the configuration file in it`;
    case 'EACCES':
    case 'EPERM':
      return `File ${path} may not be read: permission denied`;
    default:
      return `File ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function textOf(bytes: Uint8Array, path: string): string {
  if (bytes.includes(0)) throw new ConfigurationSourceError(`File ${path} is binary, not text`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new ConfigurationSourceError(`File ${path} is not text in UTF-8`, { cause: error });
  }
}

/** The text of a file that `${file:…}` names, without the line break at its end; undefined if there is no such file. */
export function readSubstitutedFile(path: string): string | undefined {
  let bytes: Uint8Array;
  try {
    // A pipe or a device might never end, and start-up would wait for it.
    const { size } = requireFile(statSync(path), path);
    if (size > largestSubstitute) throw new ConfigurationSourceError(`File ${path} is too large for a value; it has ${size} bytes`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof ConfigurationSourceError) throw error;
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new ConfigurationSourceError(describeFailure(path, error), { cause: error });
  }
  return textOf(bytes, path).replace(/\r?\n$/, '');
}

const largestSubstitute = 1024 * 1024;

function requireFile(stats: Stats, path: string): Stats {
  if (stats.isFile()) return stats;
  throw new ConfigurationSourceError(`${path} is not a file; give the path of a file that holds the value`);
}

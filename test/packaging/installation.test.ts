import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);

interface LockedPackage {
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  /** A workspace, whose `resolved` is its folder. */
  readonly link?: boolean;
}
const { packages } = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as { packages: Record<string, LockedPackage> };
const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { devDependencies: Record<string, string> };

test('packages that do something while they are installed: nothing that a user installs has a script', () => {
  const withScript = Object.entries(packages).filter(([, locked]) => locked.dev !== true && locked.hasInstallScript === true);
  assert.deepEqual(
    withScript.map(([path]) => path),
    [],
  );
});

test('the lock file names no registry', () => {
  const resolved = Object.entries(packages).filter(([, locked]) => locked.resolved !== undefined && locked.link !== true);
  assert.deepEqual(
    resolved.map(([path]) => path),
    [],
  );
});

test('tools are installed in exactly one version', () => {
  const ranges = Object.entries(devDependencies).filter(([, version]) => !/^(npm:[a-z-]+@)?\d+\.\d+\.\d+$/.test(version));
  assert.deepEqual(ranges, []);
});

import { fileURLToPath } from 'node:url';

import type { Bundle } from '../application/bootstrap.js';
import type { Environment } from '../application/environment.js';
import { normalizedPrefix } from '../http/path-claims.js';
import type { MountAccess } from '../http/port-registry.js';
import { getLogger } from '../logging/get-logger.js';
import { AssetFolder } from './asset-folder.js';
import { assetHandler } from './asset-handler.js';

const logger = getLogger('keelson.assets');

/**
 * Serves the files of a folder, by default `assets` in the working directory at `/assets`.
 *
 * @example bootstrap.addBundle(new AssetsBundle(new URL('../public', import.meta.url), '/', 'index.html', 'site'));
 */
export class AssetsBundle implements Bundle {
  private readonly folder: string;
  private readonly prefix: string;

  constructor(
    resourcePath: string | URL = 'assets',
    uriPath = '/assets',
    /** What is sent for a folder; an empty text for nothing. */
    readonly indexFile: string = 'index.htm',
    /** Tells several bundles apart, in the log and in refusals. */
    readonly name: string = 'assets',
    /** Who may read the files; needed as soon as the service has an authenticator. */
    readonly access?: MountAccess,
  ) {
    this.folder = typeof resourcePath === 'string' ? resourcePath : fileURLToPath(resourcePath);
    this.prefix = normalizedPrefix(uriPath);
  }

  /** Where the files are found: "/assets". */
  get uriPath(): string {
    return this.prefix === '' ? '/' : this.prefix;
  }

  run(_configuration: unknown, environment: Environment): void {
    const handler = assetHandler(new AssetFolder(this.folder), this.indexFile === '' ? undefined : this.indexFile);
    logger.info('Registering AssetsBundle with name: %s for path %s/*', this.name, this.prefix);
    environment.application.mount(this.uriPath, handler, {
      title: `the assets bundle "${this.name}"`,
      ...(this.access === undefined ? {} : { access: this.access }),
    });
  }
}

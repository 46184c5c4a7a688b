import { fileType } from '../files/file-type.js';
import type { OpenFile } from '../files/open-file.js';
import { sendFile } from '../files/send-file.js';
import { chooseEncoding } from '../http/accept.js';
import type { Exchange } from '../http/exchange.js';
import type { Handler } from '../http/handler.js';
import { NotAllowedException, NotFoundException } from '../http/web-application-exception.js';
import { withoutStack } from '../http/without-stack.js';
import type { AssetFolder } from './asset-folder.js';
import { assetNames } from './asset-path.js';

/**
 * Serves the files of a folder, to be mounted.
 *
 * @example environment.application.mount('/files', assetHandler(new AssetFolder('public'), 'index.html'))
 */
export function assetHandler(folder: AssetFolder, indexFile?: string): Handler {
  return async (exchange) => {
    const { method, reply } = exchange;
    if (method === 'OPTIONS') {
      reply.setHeader('Allow', allowed.join(', '));
      return reply.end();
    }
    if (method !== 'GET' && method !== 'HEAD') throw new NotAllowedException({ allowed });
    const names = assetNames(exchange.path);
    const file = names === undefined ? undefined : await folder.open(names, indexFile);
    if (file === undefined) throw notFound;
    try {
      await sendNegotiated(exchange, folder, file);
    } finally {
      await file.close();
    }
  };
}

const allowed: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const notFound = withoutStack(() => new NotFoundException());

/** The codings of files that lie beside the plain one, the better first. */
const codings: readonly { readonly name: string; readonly suffix: string }[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

async function sendNegotiated(exchange: Exchange, folder: AssetFolder, file: OpenFile): Promise<void> {
  exchange.reply.setHeader('Content-Type', fileType(file.path));
  // An unknown type stays unknown: guessed to be HTML, an uploaded file would run its scripts in the visitor's session.
  exchange.reply.setHeader('X-Content-Type-Options', 'nosniff');
  const siblings = new Map<string, OpenFile>();
  try {
    // One after the other: whatever was opened before one of them fails is in the map, and is closed below.
    for (const { name, suffix } of codings) {
      const sibling = await folder.openSibling(file, suffix);
      if (sibling !== undefined) siblings.set(name, sibling);
    }
    const coding = chooseEncoding(exchange.headers.get('accept-encoding'), [...siblings.keys()]);
    if (siblings.size > 0) exchange.reply.appendHeader('Vary', 'Accept-Encoding');
    if (coding === undefined) return await sendFile(exchange, file);
    exchange.reply.setHeader('Content-Encoding', coding);
    return await sendFile(exchange, siblings.get(coding)!);
  } finally {
    for (const sibling of siblings.values()) await sibling.close();
  }
}

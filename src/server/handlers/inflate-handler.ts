import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { sendError } from '../../http/error-reply.js';
import type { BodyDecoder } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import { listElements } from '../../http/header-field.js';
import { BadRequestException } from '../../http/web-application-exception.js';
import { throughTransform } from './through-transform.js';

/** Has request bodies inflated that were sent compressed; the limit on bodies holds for what comes out, so that a small bomb stays small. */
export function inflateHandler(next: Handler): Handler {
  return (exchange) => {
    const encoding = exchange.headers.get('content-encoding');
    if (encoding === undefined) return next(exchange);
    const codings = listElements(encoding.toLowerCase()).filter((coding) => coding !== 'identity');
    if (codings.some((coding) => !(coding in transforms))) {
      exchange.reply.setHeader('Accept-Encoding', 'gzip, deflate, br');
      sendError(exchange, 415);
      return undefined;
    }
    // The coding applied last is named last, and undone first.
    for (const coding of codings.toReversed()) exchange.body.decodeWith(decoder(coding, transforms[coding]!));
    return next(exchange);
  };
}

const transforms: Readonly<Record<string, () => Transform>> = Object.assign(Object.create(null) as object, {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
});

function decoder(coding: string, make: () => Transform): BodyDecoder {
  return async function* inflated(source) {
    try {
      yield* throughTransform(source, make());
    } catch (thrown) {
      // Of zlib, and of brotli, whose codes read ERR__ERROR_FORMAT_PADDING_2 and the like.
      if (/^(Z_|ERR__ERROR_FORMAT_)/.test((thrown as NodeJS.ErrnoException).code ?? '')) {
        throw new BadRequestException(`The request body is not valid ${coding}`, { cause: thrown });
      }
      throw thrown;
    }
  };
}

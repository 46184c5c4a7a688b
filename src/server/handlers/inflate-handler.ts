import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import type { BodyDecoder } from '../../http/exchange.js';
import type { Wrap } from '../../http/handler.js';
import { listElements } from '../../http/header-field.js';
import type { ErrorHandler } from '../../http/pipeline.js';
import { Reply } from '../../http/reply.js';
import { BadRequestException, WebApplicationException } from '../../http/web-application-exception.js';
import { withoutStack } from '../../http/without-stack.js';
import { limited } from '../engines/body-limits.js';
import { throughTransform } from './through-transform.js';

/**
 * Decompresses request bodies. The limit on bodies holds for what comes out of each coding, so a small bomb stays small. At most two codings are
 * accepted: each further one would multiply what a few bytes can cost.
 */
export function inflateRequests(fail: ErrorHandler): Wrap {
  return (next) => (exchange) => {
    const encoding = exchange.headers.get('content-encoding');
    if (encoding === undefined) return next(exchange);
    const codings = listElements(encoding.toLowerCase()).filter((coding) => coding !== 'identity');
    if (codings.length > mostCodings || codings.some((coding) => !(coding in transforms))) return fail(exchange, unsupportedCoding);
    if (codings.length > 0) exchange.body.decodeWith(decoderOf(codings));
    return next(exchange);
  };
}

const mostCodings = 2;

const unsupportedCoding = withoutStack(() => new WebApplicationException(Reply.status(415).header('Accept-Encoding', 'gzip, deflate, br')));

const transforms: Readonly<Record<string, () => Transform>> = Object.assign(Object.create(null) as object, {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: () => createInflate(),
  br: () => createBrotliDecompress(),
});

function decoderOf(codings: readonly string[]): BodyDecoder {
  return (source, limit) => {
    // The coding applied last is named last, and undone first.
    const [outer, inner] = codings.toReversed();
    const once = inflated(source, outer!);
    return inner === undefined ? once : inflated(limited(once, limit), inner);
  };
}

async function* inflated(source: AsyncIterable<Uint8Array>, coding: string): AsyncGenerator<Uint8Array> {
  try {
    yield* throughTransform(source, transforms[coding]!());
  } catch (thrown) {
    // Of zlib, and of brotli, whose codes read ERR__ERROR_FORMAT_PADDING_2 and the like.
    if (/^(Z_|ERR__ERROR_FORMAT_)/.test((thrown as NodeJS.ErrnoException).code ?? '')) {
      throw new BadRequestException(`The request body is not valid ${coding}`, { cause: thrown });
    }
    throw thrown;
  }
}

import type { Wrap } from '../../http/handler.js';
import type { ErrorHandler } from '../../http/pipeline.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { Int, listOf } from '../../reflection/type-token.js';
import { Max, Min } from '../../validation/number-constraints.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import { gzipReplies } from './gzip-handler.js';
import { inflateRequests } from './inflate-handler.js';

/** The `gzip` block of the server: compressed replies and requests. */
@Doc('The `gzip` section of the server: compression of replies and requests.')
export class GzipFactory {
  @Doc('Whether replies are compressed and compressed requests accepted.')
  @JsonProperty
  enabled: boolean = true;

  @Doc('Smaller replies are not compressed.')
  @JsonProperty
  @NotNull
  minimumEntitySize: DataSize = DataSize.bytes(256);

  @Doc('Only replies to these methods are compressed.')
  @JsonProperty(listOf(String))
  @NotNull
  includedMethods: string[] = ['GET'];

  @Doc('Only replies of these media types are compressed.')
  @JsonProperty(listOf(String))
  @NotNull
  compressedMimeTypes: string[] = [
    'text/*',
    'application/json',
    'application/problem+json',
    'application/javascript',
    'application/xml',
    'application/xhtml+xml',
    'application/wasm',
    'image/svg+xml',
  ];

  @Doc('The compression level, from 1 (fast) to 9 (small).')
  @JsonProperty(Int)
  @Min(1)
  @Max(9)
  compressionLevel: number = 6;

  /** Compresses replies; undefined where compression is off. */
  buildReplies(): Wrap | undefined {
    if (!this.enabled) return undefined;
    return gzipReplies({
      minimumSize: this.minimumEntitySize.toBytes(),
      methods: this.includedMethods,
      mediaTypes: this.compressedMimeTypes,
      level: this.compressionLevel,
    });
  }

  /** Decompresses requests; undefined where compression is off. */
  buildRequests(fail: ErrorHandler): Wrap | undefined {
    return this.enabled ? inflateRequests(fail) : undefined;
  }
}

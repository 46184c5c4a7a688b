import { tmpdir } from 'node:os';

import { Doc } from '../../json/doc.js';
import { JsonProperty } from '../../json/json-annotations.js';
import { Int } from '../../reflection/type-token.js';
import { Min } from '../../validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';

/** The limits of multipart forms, in bytes. */
export interface MultipartLimits {
  readonly maxFileSize: DataSize;
  readonly maxFiles: number;
  readonly maxFields: number;
  readonly maxFieldSize: DataSize;
  readonly maxTotalSize: DataSize;
  /** Files of more bytes than this are written to the disk. */
  readonly memory: DataSize;
  readonly temporaryFolder: string;
}

/** The `multipart` block of the server: how much an upload may be. */
@Doc('The `multipart` block of the server: how much an upload may be. Parameters can set limits of their own.')
export class MultipartFactory implements MultipartLimits {
  @Doc('The largest file; larger ones are answered with 413.')
  @JsonProperty
  @NotNull
  maxFileSize: DataSize = DataSize.megabytes(10);

  @Doc('How many files one form may have.')
  @JsonProperty(Int)
  @Min(0)
  maxFiles: number = 10;

  @Doc('How many fields beside files one form may have.')
  @JsonProperty(Int)
  @Min(0)
  maxFields: number = 100;

  @Doc('The largest field that is not a file.')
  @JsonProperty
  @NotNull
  maxFieldSize: DataSize = DataSize.kilobytes(64);

  @Doc('The largest form, everything together.')
  @JsonProperty
  @NotNull
  maxTotalSize: DataSize = DataSize.megabytes(50);

  @Doc('Files up to this size stay in memory; larger ones are written to temporaryFolder.')
  @JsonProperty
  @NotNull
  memory: DataSize = DataSize.kilobytes(64);

  @Doc('Where larger files are kept until their request ends.')
  @JsonProperty
  @NotEmpty
  temporaryFolder: string = tmpdir();
}

import { Doc } from '../../json/doc.js';
import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { Int } from '../../reflection/type-token.js';
import { MinDataSize } from '../../validation/amount-constraints.js';
import { ValidationMethod } from '../../validation/constraint-annotations.js';
import { Min } from '../../validation/number-constraints.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import { getLogger } from '../get-logger.js';
import type { LoggingSurroundings } from '../logger-setup.js';
import { LayoutAppenderFactory } from './appender-factory.js';
import type { Appender } from './appender.js';
import { ArchivePattern } from './archive-name.js';
import { FileAppender } from './file-appender.js';
import type { ArchiveOptions } from './file-appender.js';

/** `type: file`: a file that becomes an archive when its period is over, or when it is full. */
@Doc('`type: file`: a file that is archived at the end of each period, or when it reaches a size.')
@JsonTypeName('file')
export class FileAppenderFactory extends LayoutAppenderFactory {
  @Doc('The file to write; if it is not set, the pattern names the file too.')
  @JsonProperty
  currentLogFilename?: string;

  @Doc('Whether the file is archived.')
  @JsonProperty
  archive: boolean = true;

  @Doc('The names of archives, as in `logs/app-%d.log.gz`.')
  @JsonProperty
  archivedLogFilenamePattern?: ArchivePattern;

  @Doc('How many archives are kept; 0 keeps all.')
  @JsonProperty(Int)
  @Min(0)
  archivedFileCount: number = 5;

  @Doc('The size at which the file is archived; the pattern then needs `%i`.')
  @JsonProperty
  @MinDataSize('1B')
  maxFileSize?: DataSize;

  @Doc('How much is buffered while the disk does not accept lines; beyond it, lines are dropped and counted.')
  @JsonProperty
  @NotNull
  @MinDataSize('1KiB')
  bufferSize: DataSize = DataSize.megabytes(8);

  @ValidationMethod({ message: 'currentLogFilename may not be empty' })
  isFilenameNotEmpty(): boolean {
    return this.currentLogFilename?.trim() !== '';
  }

  @ValidationMethod({ message: 'must have currentLogFilename if archive is false' })
  isFilenameGiven(): boolean {
    return this.archive || this.currentLogFilename !== undefined;
  }

  @ValidationMethod({ message: 'must have archivedLogFilenamePattern if archive is true' })
  isPatternGiven(): boolean {
    return !this.archive || this.archivedLogFilenamePattern !== undefined;
  }

  @ValidationMethod({ message: 'when specifying maxFileSize, archivedLogFilenamePattern must contain %i' })
  isIndexGivenForSize(): boolean {
    return !this.archive || this.maxFileSize === undefined || this.archivedLogFilenamePattern?.hasIndex !== false;
  }

  @ValidationMethod({ message: 'when archivedLogFilenamePattern contains %i, maxFileSize must be specified' })
  isSizeGivenForIndex(): boolean {
    return !this.archive || this.archivedLogFilenamePattern?.hasIndex !== true || this.maxFileSize !== undefined;
  }

  override build({ clock }: LoggingSurroundings): Appender {
    const archive = this.archiveOptions();
    const { currentLogFilename: path } = this;
    for (const warning of this.archivedLogFilenamePattern?.warnings ?? []) {
      getLogger('keelson.logging').warn('archivedLogFilenamePattern %s: %s', this.archivedLogFilenamePattern, warning);
    }
    return new FileAppender({
      ...(path === undefined ? {} : { path }),
      layout: this.buildLayout(),
      bufferBytes: this.bufferSize.toBytes(),
      clock,
      ...(archive === undefined ? {} : { archive }),
    });
  }

  private archiveOptions(): ArchiveOptions | undefined {
    if (!this.archive || this.archivedLogFilenamePattern === undefined) return undefined;
    return {
      pattern: this.archivedLogFilenamePattern,
      zone: this.timeZone,
      keep: this.archivedFileCount,
      ...(this.maxFileSize === undefined ? {} : { maxBytes: this.maxFileSize.toBytes() }),
    };
  }
}

import { Doc } from '../../json/doc.js';
import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { enumOf } from '../../reflection/type-token.js';
import { MinDataSize } from '../../validation/amount-constraints.js';
import { NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import { LayoutAppenderFactory } from './appender-factory.js';
import type { Appender } from './appender.js';
import { ConsoleAppender } from './console-appender.js';

const ConsoleTarget = { stdout: 'stdout', stderr: 'stderr' } as const;

/** `type: console`: standard output, or standard error. */
@Doc('`type: console`: standard output or standard error.')
@JsonTypeName('console')
export class ConsoleAppenderFactory extends LayoutAppenderFactory {
  @Doc('Standard output or standard error.')
  @JsonProperty(enumOf(ConsoleTarget))
  @NotNull
  target: keyof typeof ConsoleTarget = 'stdout';

  @Doc('How much is buffered while the console does not accept lines; beyond it, lines are dropped and counted.')
  @JsonProperty
  @NotNull
  @MinDataSize('1KiB')
  bufferSize: DataSize = DataSize.megabytes(1);

  override build(): Appender {
    return new ConsoleAppender({ target: this.target, layout: this.buildLayout(), bufferBytes: this.bufferSize.toBytes() });
  }
}

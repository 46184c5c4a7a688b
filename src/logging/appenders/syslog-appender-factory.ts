import { JsonProperty, JsonTypeName } from '../../json/json-annotations.js';
import { Int, enumOf } from '../../reflection/type-token.js';
import { MinDataSize } from '../../validation/amount-constraints.js';
import { PortRange } from '../../validation/number-constraints.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import { DataSize } from '../../values/data-size.js';
import type { LoggingSurroundings } from '../logger-setup.js';
import { AppenderFactory } from './appender-factory.js';
import type { Appender } from './appender.js';
import { SyslogAppender } from './syslog-appender.js';
import { SyslogFacility, SyslogFormat } from './syslog-format.js';

const SyslogProtocol = { udp: 'udp', tcp: 'tcp' } as const;

/** `type: syslog`: a syslog receiver that listens on an inet socket. */
@JsonTypeName('syslog')
export class SyslogAppenderFactory extends AppenderFactory {
  @JsonProperty
  @NotEmpty
  host: string = 'localhost';

  @JsonProperty(Int)
  @PortRange()
  port: number = 514;

  @JsonProperty(enumOf(SyslogFacility))
  @NotNull
  facility: SyslogFacility = 'local0';

  @JsonProperty(enumOf(SyslogProtocol))
  @NotNull
  protocol: keyof typeof SyslogProtocol = 'udp';

  @JsonProperty(enumOf(SyslogFormat))
  @NotNull
  format: SyslogFormat = 'rfc3164';

  /** Whether the lines of a stack trace are sent, each as a separate message. */
  @JsonProperty
  includeStackTrace: boolean = true;

  /** How much is kept while the receiver cannot be reached or does not read; beyond it messages are dropped and counted. */
  @JsonProperty
  @NotNull
  @MinDataSize('1KiB')
  bufferSize: DataSize = DataSize.megabytes(1);

  override build({ applicationName }: LoggingSurroundings): Appender {
    const { host, port, facility, protocol, format, includeStackTrace } = this;
    const bufferBytes = this.bufferSize.toBytes();
    return new SyslogAppender({ host, port, facility, protocol, format, includeStackTrace, appName: applicationName, bufferBytes });
  }
}

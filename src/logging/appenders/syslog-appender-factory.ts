import { Doc } from '../../json/doc.js';
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
@Doc('`type: syslog`: a syslog receiver on the network.')
@JsonTypeName('syslog')
export class SyslogAppenderFactory extends AppenderFactory {
  @Doc('The host of the receiver.')
  @JsonProperty
  @NotEmpty
  host: string = 'localhost';

  @Doc('The port of the receiver.')
  @JsonProperty(Int)
  @PortRange()
  port: number = 514;

  @Doc('The syslog facility of the messages.')
  @JsonProperty(enumOf(SyslogFacility))
  @NotNull
  facility: SyslogFacility = 'local0';

  @Doc('The transport of the messages.')
  @JsonProperty(enumOf(SyslogProtocol))
  @NotNull
  protocol: keyof typeof SyslogProtocol = 'udp';

  @Doc('The format of the messages.')
  @JsonProperty(enumOf(SyslogFormat))
  @NotNull
  format: SyslogFormat = 'rfc3164';

  @Doc('Whether stack traces are sent, each line as a separate message.')
  @JsonProperty
  includeStackTrace: boolean = true;

  @Doc('How much is buffered while the receiver cannot be reached; beyond it, messages are dropped and counted.')
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

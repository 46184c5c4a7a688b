/** "12/Mar/2016:10:11:12 +0000" in a time zone, made once per second. */
export class RequestLogClock {
  private readonly parts: Intl.DateTimeFormat;
  private second = -1;
  private text = '';

  constructor(timeZone: string) {
    this.parts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    });
  }

  format(time: number): string {
    const second = Math.floor(time / 1000);
    if (second !== this.second) {
      this.second = second;
      this.text = this.make(time);
    }
    return this.text;
  }

  private make(time: number): string {
    const parts: Record<string, string> = {};
    for (const { type, value } of this.parts.formatToParts(time)) parts[type] = value;
    // "GMT" for UTC itself, else "GMT+05:30".
    const offset = parts['timeZoneName']!.slice(3).replace(':', '') || '+0000';
    return `${parts['day']}/${parts['month']!.slice(0, 3)}/${parts['year']}:${parts['hour']}:${parts['minute']}:${parts['second']} ${offset}`;
  }
}

import { TimeZone } from './time-zone.js';

const milliseconds: readonly string[] = Array.from({ length: 1000 }, (_, count) => `,${String(count).padStart(3, '0')}`);

/** Writes "2026-11-14 06:42:35,274". All but the milliseconds is made once a second. */
export class Timestamp {
  private second = Number.NaN;
  private upToSecond = '';
  private time = Number.NaN;
  private text = '';

  constructor(private readonly zone: TimeZone) {}

  format(time: number): string {
    if (time === this.time) return this.text;
    let beyond = time - this.second;
    if (!(beyond >= 0 && beyond < 1000)) {
      this.second = Math.floor(time / 1000) * 1000;
      this.upToSecond = new Date(this.second + this.zone.offsetAt(this.second)).toISOString().slice(0, 19).replace('T', ' ');
      beyond = time - this.second;
    }
    this.time = time;
    return (this.text = this.upToSecond + milliseconds[beyond]!);
  }
}

const utc = new Timestamp(TimeZone.UTC);

/** The time in UTC, as log lines carry it. */
export function utcTimestamp(time: number): string {
  return utc.format(time);
}

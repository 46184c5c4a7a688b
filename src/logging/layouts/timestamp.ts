import { TimeZone } from './time-zone.js';

/** How a time is written: "2026-11-14 06:42:35,274" in lines for people, "2026-11-14T06:42:35.274Z" for machines. */
interface TimestampForm {
  readonly afterDate: string;
  readonly milliseconds: readonly string[];
}

const forPeople: TimestampForm = { afterDate: ' ', milliseconds: thousand((digits) => `,${digits}`) };
const forMachines: TimestampForm = { afterDate: 'T', milliseconds: thousand((digits) => `.${digits}Z`) };

/** Formats times. Everything but the milliseconds is made once a second. */
export class Timestamp {
  private second = Number.NaN;
  private upToSecond = '';
  private time = Number.NaN;
  private text = '';

  constructor(
    private readonly zone: TimeZone,
    private readonly form: TimestampForm = forPeople,
  ) {}

  /** In ISO 8601, which for machines is always in UTC. */
  static iso(): Timestamp {
    return new Timestamp(TimeZone.UTC, forMachines);
  }

  format(time: number): string {
    if (time === this.time) return this.text;
    if (!Number.isInteger(time)) return Number.isFinite(time) ? this.format(Math.floor(time)) : unknownTime;
    if (Math.abs(time) > latestTime) return unknownTime;
    let beyond = time - this.second;
    if (!(beyond >= 0 && beyond < 1000)) {
      this.second = Math.floor(time / 1000) * 1000;
      const iso = new Date(this.second + this.zone.offsetAt(this.second)).toISOString();
      this.upToSecond = iso.slice(0, 10) + this.form.afterDate + iso.slice(11, 19);
      beyond = time - this.second;
    }
    this.time = time;
    return (this.text = this.upToSecond + this.form.milliseconds[beyond]!);
  }
}

// A line is worth more than its time: what no Date can hold (ECMA-262 §21.4.1.1) must not cost the line. A day less leaves room for any offset.
const latestTime = 8_639_999_913_600_000;
const unknownTime = 'an unknown time';

const utc = new Timestamp(TimeZone.UTC);

/** The time in UTC, as log lines carry it. */
export function utcTimestamp(time: number): string {
  return utc.format(time);
}

function thousand(write: (digits: string) => string): readonly string[] {
  return Array.from({ length: 1000 }, (_, count) => write(String(count).padStart(3, '0')));
}

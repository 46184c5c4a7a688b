import type { ConfigurationReport } from './configuration-report.js';
import type { Origin } from './configuration-tree.js';

/** Reports a key that its section has already. */
export function reportDuplicate(key: string, first: Origin, second: Origin, report: ConfigurationReport): void {
  const where = 'line' in first ? `; it is already set in line ${first.line}, remove one of them` : '';
  report.add(`Duplicate field: ${key}${where}`, second);
}

/**
 * Reports something that may be meant as it is, once per message, through Node's own way to warn: the `server` command writes such warnings to the
 * log. What cannot be meant is refused instead.
 */
export function warnOnce(message: string): void {
  if (told.has(message)) return;
  told.add(message);
  process.emitWarning(message, 'KeelsonWarning');
}

// Grows with what is declared in the source, not with requests.
const told = new Set<string>();

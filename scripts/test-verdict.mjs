/** The lines with which node's test runner sums a run up; empty where it did not get so far. */
export function closingLines(output) {
  return /^ℹ tests \d+\n(?:ℹ \w+ [\d.]+\n)*/m.exec(output)?.[0] ?? '';
}

/** The closing lines of several runs as those of one; the longest run counts, since they ran side by side. */
export function summedUp(closings) {
  const totals = new Map();
  for (const [, name, number] of closings.join('').matchAll(/^ℹ (\w+) ([\d.]+)$/gm)) {
    const before = totals.get(name) ?? 0;
    totals.set(name, name === 'duration_ms' ? Math.max(before, Number(number)) : before + Number(number));
  }
  return [...totals].map(([name, total]) => `ℹ ${name} ${total}\n`).join('');
}

/**
 * What is wrong with a test run, or undefined. The exit code alone would call a run green that a stray process.exit(0) ended halfway, and
 * does not mind tests that were skipped.
 */
export function testVerdict(code, output) {
  const lines = closingLines(output);
  if (lines === '') return 'the run ended before its closing lines';
  const short = /^ℹ (fail|cancelled|skipped|todo) [1-9]\d*$/m.exec(lines);
  if (short !== null) return `not every test passed (${short[0].slice('ℹ '.length)})`;
  return code === 0 ? undefined : `every test passed, but something failed outside of them (exit code ${code})`;
}

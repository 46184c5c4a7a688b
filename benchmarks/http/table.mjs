// Small numbers work: medians, spreads and Markdown tables.
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Half the distance between the smallest and the largest, as a part of the median. */
export function spread(numbers) {
  return (Math.max(...numbers) - Math.min(...numbers)) / 2 / median(numbers);
}

export function markdownTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

export const thousands = (number) => Math.round(number).toLocaleString('en-US');
export const percent = (part) => `±${Math.round(part * 100)} %`;
export const times = (ratio) => `${ratio.toFixed(2)}×`;
export const megabytes = (bytes) => `${(bytes / 1048576).toFixed(0)} MB`;

// Markdown tables and the way numbers are written in them.

export function markdownTable(head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

export const thousands = (number) => Math.round(number).toLocaleString('en-US');
export const times = (ratio) => `${ratio.toFixed(2)}×`;
export const interval = ({ ratio, low, high }) => `${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`;
export const megabytes = (bytes) => `${(bytes / 1_048_576).toFixed(0)} MB`;

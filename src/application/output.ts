/** Where commands write for the one who called them: standard output and standard error of the process, unless a test says otherwise. */
export interface Output {
  /** A line, or several, on standard output. */
  print(text: string): void;
  /** A line, or several, on standard error. */
  printError(text: string): void;
}

/** The process's own standard output and standard error. */
export const processOutput: Output = {
  print: (text) => void process.stdout.write(ended(text)),
  printError: (text) => void process.stderr.write(ended(text)),
};

function ended(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}

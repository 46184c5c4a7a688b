/** Where commands print: standard output and standard error of the process, unless a test replaces them. */
export interface Output {
  /** A line, or several, on standard output. */
  print(text: string): void;
  /** A line, or several, on standard error. */
  printError(text: string): void;
}

/** The process's own standard output and standard error. */
export const processOutput: Output = {
  print: (text) => write(process.stdout, text),
  printError: (text) => write(process.stderr, text),
};

function write(stream: NodeJS.WriteStream, text: string): void {
  if (!stream.listeners('error').includes(ignoreGoneReader)) stream.on('error', ignoreGoneReader);
  stream.write(text.endsWith('\n') ? text : `${text}\n`);
}

/** A reader that has seen enough, such as `head`, closes the pipe. That is not a failure of the command. */
function ignoreGoneReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

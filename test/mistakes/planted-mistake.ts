import { readFileSync, readdirSync } from 'node:fs';

/** A program with one mistake, and what its first lines say of it. */
export interface PlantedMistake {
  /** As in "001-min-on-text". */
  readonly name: string;
  /** Who has to notice it: the compiler, or the start-up by a refusal or by a warning. */
  readonly noticed: 'compile' | 'start' | 'warn';
  /** What the message must contain, each of them. */
  readonly says: readonly string[];
  /** A command line in place of a start; `config.yml` is the file with {@link configuration}. */
  readonly runs: readonly string[] | undefined;
  /** The text of the configuration file; undefined for the defaults. */
  readonly configuration: string | undefined;
  /** `configured` where the ports are the mistake; else free ones are taken. */
  readonly ports: 'free' | 'configured';
}

/** The programs of the folder, in order. */
export function plantedMistakes(folder: URL): readonly PlantedMistake[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}-.*\.ts$/.test(file))
    .toSorted()
    .map((file) => mistakeOf(file.slice(0, -3), readFileSync(new URL(file, folder), 'utf8')));
}

function mistakeOf(name: string, text: string): PlantedMistake {
  const header = text
    .split('\n')
    .filter((line) => line.startsWith('// '))
    .map((line) => line.slice(3));
  const all = (key: string): readonly string[] =>
    header.filter((line) => line.startsWith(`${key}: `)).map((line) => line.slice(key.length + 2));
  const [noticed] = all('noticed');
  const says = all('says');
  if ((noticed !== 'compile' && noticed !== 'start' && noticed !== 'warn') || says.length === 0)
    throw new Error(`${name}.ts must begin with "// noticed: compile", "start" or "warn", and "// says: …"`);
  const lines = header.filter((line) => line.startsWith('| ')).map((line) => line.slice(2));
  return {
    name,
    noticed,
    says,
    runs: all('runs')[0]?.split(' '),
    configuration: lines.length === 0 ? undefined : `${lines.join('\n')}\n`,
    ports: all('ports')[0] === 'configured' ? 'configured' : 'free',
  };
}

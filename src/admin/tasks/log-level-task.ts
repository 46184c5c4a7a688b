import { BadRequestException } from '../../http/web-application-exception.js';
import { loggerTree } from '../../logging/get-logger.js';
import { Level } from '../../logging/level.js';
import type { LoggerTree } from '../../logging/logger-tree.js';
import { Duration } from '../../values/duration.js';
import type { TaskOutput } from './task-output.js';
import { Task } from './task.js';

/**
 * The task `log-level`: sets the level of each `logger`; without `level` the logger inherits again. With a `duration` the change is undone
 * when that has passed.
 */
export class LogLevelTask extends Task {
  constructor(private readonly loggers: Pick<LoggerTree, 'setLevel'> = loggerTree) {
    super('log-level');
  }

  override execute(parameters: URLSearchParams, output: TaskOutput): void {
    const level = levelIn(parameters);
    const duration = durationIn(parameters);
    const howLong = duration === undefined ? '' : ` for ${duration.toMilliseconds()} milliseconds`;
    for (const name of parameters.getAll('logger')) {
      this.loggers.setLevel(name, level, duration);
      output.println(`Configured logging level for ${name} to ${level?.name ?? 'null'}${howLong}`);
    }
  }
}

function levelIn(parameters: URLSearchParams): Level | undefined {
  const text = parameters.get('level');
  return text === null || text === '' ? undefined : read('level', text, (each) => Level.parse(each));
}

function durationIn(parameters: URLSearchParams): Duration | undefined {
  const text = parameters.get('duration');
  return text === null || text === '' ? undefined : read('duration', text, readDuration);
}

/** "5 minutes", or ISO 8601 as the reference takes it: "PT5M", "PT1H30M", "PT0.5S". */
function readDuration(text: string): Duration {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/i.exec(text.trim());
  if (parts === null || !/\d/.test(text)) return Duration.parse(text);
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return Duration.milliseconds(Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000));
}

/** A mistyped level or duration changes nothing: it is told to whoever typed it. */
function read<T>(parameter: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    throw new BadRequestException(`Parameter ${parameter}: ${(error as Error).message}`, { cause: error });
  }
}

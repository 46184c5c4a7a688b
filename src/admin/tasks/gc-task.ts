import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { BadRequestException } from '../../http/web-application-exception.js';
import type { TaskOutput } from './task-output.js';
import { Task } from './task.js';

/** Each run stops the whole service for a moment. */
const mostRuns = 10;

/** The task `gc`: collects garbage, `runs` times, at most ten. */
export class GarbageCollectionTask extends Task {
  constructor(private readonly collect: () => void = collector()) {
    super('gc');
  }

  override async execute(parameters: URLSearchParams, output: TaskOutput): Promise<void> {
    for (let run = runsIn(parameters); run > 0 && !output.signal.aborted; run--) {
      output.println('Running GC...');
      await output.flush();
      this.collect();
    }
    output.println('Done!');
  }
}

/** The first value counts; one that is not a whole number means one run. */
function runsIn(parameters: URLSearchParams): number {
  const runs = parameters.get('runs');
  if (runs === null || !/^[+-]?\d{1,9}$/.test(runs)) return 1;
  if (Number(runs) > mostRuns)
    throw new BadRequestException(
      `Parameter runs: ${runs} is too many; at most ${mostRuns}, because each run stops the service for a moment`,
    );
  return Number(runs);
}

// The platform shows its collector only to those that ask with a flag; one reference, taken here, does not show it to anybody else.
function collector(): () => void {
  let collect: (() => void) | undefined;
  return () => {
    if (collect === undefined) {
      setFlagsFromString('--expose-gc');
      collect = runInNewContext('gc') as () => void;
      setFlagsFromString('--no-expose-gc');
    }
    collect();
  };
}

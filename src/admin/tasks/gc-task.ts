import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import type { TaskOutput } from './task-output.js';
import { Task } from './task.js';

/** The task `gc`: collects garbage, `runs` times. */
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

/** The first value counts; what is no number counts as one run. */
function runsIn(parameters: URLSearchParams): number {
  const runs = parameters.get('runs');
  return runs !== null && /^[+-]?\d{1,9}$/.test(runs) ? Number(runs) : 1;
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

import { HealthCheck, HealthResult, Task } from 'keelson';
import type { Environment, TaskOutput } from 'keelson';

/** The health check, the tasks: all that the conformance application adds to the admin port. */
export function registerAdminParts(environment: Environment): void {
  const check = new SwitchHealthCheck();
  environment.healthChecks.register('switch', check);
  environment.admin.addTask(new SwitchTask(check));
  environment.admin.addTask(new EchoTask());
  environment.admin.addTask(new FailTask());
}

/** As healthy as the task of the same name last said. */
class SwitchHealthCheck extends HealthCheck {
  state = 'ok';

  override check(): HealthResult {
    if (this.state === 'throw') throw new Error('kaput');
    return this.state === 'bad' ? HealthResult.unhealthy('switched off') : HealthResult.healthy();
  }
}

class SwitchTask extends Task {
  constructor(private readonly target: SwitchHealthCheck) {
    super('switch');
  }

  override execute(parameters: URLSearchParams, output: TaskOutput): void {
    this.target.state = parameters.get('state') ?? 'ok';
    output.println(`switch is ${this.target.state}`);
  }
}

class EchoTask extends Task {
  constructor() {
    super('echo');
  }

  override execute(parameters: URLSearchParams, output: TaskOutput): void {
    for (const [key, value] of parameters) output.println(`${key}=${value}`);
  }
}

class FailTask extends Task {
  constructor() {
    super('fail');
  }

  override execute(_parameters: URLSearchParams, output: TaskOutput): void {
    output.println('before');
    throw new Error('the task failed');
  }
}

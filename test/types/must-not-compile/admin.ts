// Metrics, health checks and tasks that cannot work as written.
import { ExceptionMetered, HealthCheck, HealthResult, Metered, Task, Timed } from 'keelson';
import type { TaskOutput } from 'keelson';

export class Resource {
  // error TS1240: Unable to resolve signature of property decorator when called as an expression
  @Timed field = 1;
  // error TS2353: 'title' does not exist in type 'MetricName'
  @Timed({ title: 'lookup' }) misnamed(): void {}
  // error TS2353: 'cause' does not exist in type 'MetricName'
  @Metered({ cause: RangeError }) metered(): void {}
  // error TS2322: Type 'string' is not assignable to type 'Class<Error>'
  @ExceptionMetered({ cause: 'RangeError' }) excepted(): void {}
}

// error TS1238: Unable to resolve signature of class decorator when called as an expression
@Timed
export class Whole {}

export class Vague extends HealthCheck {
  // error TS2416: Type 'boolean' is not assignable to type 'Promise<HealthResult> | HealthResult'
  override check(): boolean {
    return true;
  }
}

// error TS2322: Property 'message' is missing
export const silent: HealthResult = { healthy: false };

export class Quiet extends Task {
  constructor() {
    // error TS2554: Expected 1 arguments, but got 0
    super();
  }

  override execute(_parameters: URLSearchParams, output: TaskOutput): void {
    // error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
    output.println(7);
  }
}

// Mistakes with values that the compiler refuses.
import { DataSize, Duration, Optional } from 'keelson/values';

export class Mistakes {
  // error TS2345: Argument of type 'number' is not assignable to parameter of type 'string'
  timeout = Duration.parse(30);

  // error TS2345: Argument of type '"weeks"' is not assignable to parameter of type 'DurationUnit'
  period = Duration.of(2, 'weeks');

  // error TS2741: Property 'toBytes' is missing in type 'Duration' but required in type 'DataSize'
  limit: DataSize = Duration.seconds(1);

  // error TS2322: Type 'number' is not assignable to type 'string'
  name: Optional<string> = Optional.of(3);
}

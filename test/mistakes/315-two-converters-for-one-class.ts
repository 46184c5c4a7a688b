// noticed: start
// says: Point
// says: FirstConverter
// says: SecondConverter
import type { ParameterConverter } from 'keelson/resources';

import { running } from './serving.js';

class Point {
  x = 0;
}
class FirstConverter implements ParameterConverter<Point> {
  readonly type = Point;
  fromText(): Point {
    return new Point();
  }
}
class SecondConverter implements ParameterConverter<Point> {
  readonly type = Point;
  fromText(): Point {
    return new Point();
  }
}
export default running((environment) => environment.resources.addConverter(FirstConverter).addConverter(SecondConverter));

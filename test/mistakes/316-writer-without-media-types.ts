// noticed: start
// says: CsvWriter
// says: mediaTypes
import type { BodyWriter } from 'keelson';

import { running } from './serving.js';

class CsvWriter {
  canWrite(): boolean {
    return true;
  }
  write(): string {
    return '';
  }
}
export default running((environment) => environment.resources.addWriter(new CsvWriter() as unknown as BodyWriter));

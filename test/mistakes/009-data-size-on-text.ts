// noticed: compile
// says: @MaxDataSize stands on data sizes, not on
import { MaxDataSize } from 'keelson/validation';

class Upload {
  @MaxDataSize('1 MiB') limit!: string;
}
export default Upload;

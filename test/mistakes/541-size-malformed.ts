// noticed: start
// says: 10 MBs
import { DataSize } from 'keelson';

export default DataSize.parse('10 MBs');

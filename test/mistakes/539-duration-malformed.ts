// noticed: start
// says: 2 secnds
import { Duration } from 'keelson';

export default Duration.parse('2 secnds');

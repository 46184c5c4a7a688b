import { run } from 'keelson';

import { __Name__Application } from './application.js';

await run(new __Name__Application());

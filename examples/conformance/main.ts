import { run } from 'keelson';

import { ConformanceApplication } from './conformance-application.js';

await run(new ConformanceApplication());

import { run } from 'keelson';

import { HelloWorldApplication } from './hello-world.js';

await run(new HelloWorldApplication());

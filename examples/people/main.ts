import { run } from 'keelson';

import { PeopleApplication } from './people-application.js';

await run(new PeopleApplication());

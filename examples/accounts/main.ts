import { run } from 'keelson';

import { AccountsApplication } from './accounts-application.js';

await run(new AccountsApplication());

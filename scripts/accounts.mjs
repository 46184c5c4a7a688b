// npm run accounts:server and accounts:cli: runs the accounts application, as a server or with any command line.
import { runExample } from './run-example.mjs';

const [mode, ...given] = process.argv.slice(2);
runExample('accounts', mode === 'server' ? ['server', 'examples/accounts/accounts.yml', ...given] : given);

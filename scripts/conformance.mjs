// npm run conformance:server and conformance:cli: runs the conformance application, as a server or with any command line.
import { runExample } from './run-example.mjs';

const [mode, ...given] = process.argv.slice(2);
runExample('conformance', mode === 'server' ? ['server', 'examples/conformance/conformance.yml', ...given] : given);

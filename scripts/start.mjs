// npm start: brings the build up to date and runs the example service until it is told to stop.
import { runExample } from './run-example.mjs';

const given = process.argv.slice(2);
runExample('hello-world', given.length > 0 ? given : ['server', 'examples/hello-world/hello-world.yml']);

// Started by accept-failures.test.ts with few file descriptors: a listener on a free port. Its log goes to standard output, as that of every program.
import { defaultLimits } from '../../src/server/engines/engine.js';
import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';

const listener = await new NodeHttpEngine().listen(
  { address: { kind: 'port', port: 0, host: '127.0.0.1' }, limits: defaultLimits, trustedProxies: 0, onFailure: () => undefined },
  ({ reply }) => reply.end('served'),
);
process.stdout.write(`port ${listener.port}\n`);
process.once('SIGTERM', () => process.exit(0));

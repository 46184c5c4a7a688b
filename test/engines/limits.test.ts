import { NodeHttp2Engine } from '../../src/server/engines/node-http2-engine.js';
import { http1LimitClient } from './http1-limit-client.js';
import { http2LimitClient } from './http2-limit-client.js';
import { limitContract } from './limit-contract.js';
import { http1Doors, laneDoors, testTls } from './raw-connection.js';

for (const door of [...http1Doors, ...laneDoors]) limitContract(door, http1LimitClient);
limitContract({ name: 'h2c', engine: new NodeHttp2Engine() }, http2LimitClient);
limitContract({ name: 'h2', engine: new NodeHttp2Engine(), tls: testTls }, http2LimitClient);

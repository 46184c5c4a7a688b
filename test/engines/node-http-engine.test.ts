import { NodeHttpEngine } from '../../src/server/engines/node-http-engine.js';
import { engineContract } from './engine-contract.js';
import { socketClient } from './socket-client.js';

engineContract(() => new NodeHttpEngine(), socketClient);

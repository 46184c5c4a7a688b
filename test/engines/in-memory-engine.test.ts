import type { Engine } from '../../src/server/engines/engine.js';
import { InMemoryEngine } from '../../src/server/engines/in-memory-engine.js';
import type { ContractClient } from './engine-contract.js';
import { engineContract } from './engine-contract.js';

engineContract(() => new InMemoryEngine(), inMemoryClient);

function inMemoryClient(engine: Engine): ContractClient {
  const memory = engine as InMemoryEngine;
  return {
    async send(listener, request) {
      const { headers, ...answer } = await memory.send(listener.port, request);
      return { ...answer, header: (name) => headers.get(name) };
    },
    open: (listener, request) => memory.open(listener.port, request),
    close: () => undefined,
  };
}

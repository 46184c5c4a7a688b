import type { Server } from 'node:net';

/**
 * Closing a listening socket resets the connections that the system has made but we have not accepted yet, and with them requests that clients
 * have sent already. Node accepts one connection per turn of the event loop while there are any, so a turn without one finds an empty queue.
 * What arrives while that same turn serves other sockets would still be lost: a turn that takes long does not count, and nothing may come between
 * the look at the clock and the close.
 */
export function whenNobodyWaits(server: Server, longestTurn: number, close: () => void): Promise<void> {
  return new Promise((resolve) => {
    let accepted = true;
    let began = 0;
    let turns = 0;
    const note = () => {
      accepted = true;
    };
    const look = () => {
      // Under load every turn may be a long one, so the bound is relaxed step by step; under a storm of connections there is no end to it.
      if ((!accepted && performance.now() - began < longestTurn * 2 ** (turns / 100)) || turns > 1_000) {
        close();
        server.off('connection', note);
        resolve();
        return;
      }
      accepted = false;
      turns++;
      began = performance.now();
      setImmediate(look);
    };
    server.on('connection', note);
    setImmediate(look);
  });
}

/** In milliseconds: a turn of the event loop in which hardly anything happened. */
export const shortTurn = 0.03;

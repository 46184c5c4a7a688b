// A thread that sends the last messages of a process; see exit-courier.ts.
import { workerData } from 'node:worker_threads';

import type { Errand } from './exit-courier.js';
import { openConnection } from './syslog-connection.js';

const { target, messages, verdict } = workerData as Errand;

function end(value: 1 | 2): void {
  Atomics.store(verdict, 0, value);
  Atomics.notify(verdict, 0);
}

// Connections do not keep a thread alive.
const alive = setInterval(() => {}, 1000);
const connection = openConnection(target, {
  ready: () =>
    connection.send(Buffer.from(messages), (_bytes, error) => {
      connection.close();
      clearInterval(alive);
      end(error === undefined ? 1 : 2);
    }),
  lost: () => {
    clearInterval(alive);
    end(2);
  },
});

// The nineteen kinds of clients that a stop must not lose a request of. Each sends one request after another until the service refuses connections.
import { connect as connectSession, constants } from 'node:http2';
import { connect } from 'node:net';
import { connect as tlsConnect } from 'node:tls';

const get = (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
const post = (path, body) => `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const body = 'x'.repeat(1000);

const mixed = (number) => get(number % 10 === 0 ? '/slow' : '/quick');

/** By name: where the client connects to, and what it does with a connection. */
export const clientKinds = {
  'http, keep-alive GET': kept('http', (connection, number) => connection.ask(mixed(number))),
  'http, keep-alive POST': kept('http', (connection) => connection.ask(post('/quick', body))),
  'http, paced': kept('http', async (connection, number) => {
    await pause(50 + ((number * 37) % 200));
    if (!connection.isOpen) return [];
    return connection.ask(get('/quick'));
  }),
  'http, slow upload': kept('http', async (connection) => {
    const answers = connection.expect();
    connection.send(`POST /quick HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\n`);
    for (const piece of 'abcd') {
      await pause(15);
      connection.send(piece);
    }
    return answers;
  }),
  'http, chunked upload': kept('http', async (connection) => {
    const answers = connection.expect();
    connection.send('POST /quick HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let i = 0; i < 3; i++) {
      await pause(5);
      connection.send('3\r\nabc\r\n');
    }
    connection.send('0\r\n\r\n');
    return answers;
  }),
  'http, streaming reply': kept('http', (connection) => connection.ask(get('/stream'))),
  'http, Expect: 100-continue': kept('http', async (connection) => {
    connection.send('POST /quick HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n');
    if (await connection.continued()) connection.send('abc');
    return connection.expect();
  }),
  'http, new connection per request': renewed('http', (connection, number) => connection.ask(mixed(number))),
  'http, five pipelined': kept('http', (connection) => {
    const posts = [2, 3, 4].map(() => post('/quick', body));
    return connection.ask([get('/slow'), ...posts, get('/stream')].join(''), 5);
  }),
  'http, half-closed': renewed('http', (connection) => connection.askLast(get('/slow'))),
  'http, event stream': renewed('http', async (connection) => {
    const answers = await connection.ask(get('/events'));
    // As browsers do, it waits before it connects again, though not for seconds.
    await pause(10);
    return answers;
  }),
  'https, keep-alive': kept('https', (connection, number) => connection.ask(mixed(number))),
  'https, new connection per request': renewed('https', (connection, number) => connection.ask(mixed(number))),
  'https, half-closed': renewed('https', (connection) => connection.askLast(get('/slow'))),
  'HTTP/1.1 on h2, keep-alive': kept('h2', (connection, number) => connection.ask(mixed(number))),
  'Unix, keep-alive': kept('unix', (connection, number) => connection.ask(mixed(number))),
  'Unix, new connection per request': renewed('unix', (connection, number) => connection.ask(mixed(number))),
  'h2c, five at a time': multiplexed('h2c'),
  'h2, five at a time': multiplexed('h2'),
};

/** Keeps its connection for as long as the service lets it. */
function kept(place, exchange) {
  return async (ports, counts) => {
    for (let number = 0; ;) {
      const connection = await open(ports, place, counts);
      if (connection === undefined) return;
      while (connection.isOpen) count(counts, await exchange(connection, number++));
    }
  };
}

/** Makes a new connection for every request. */
function renewed(place, exchange) {
  return async (ports, counts) => {
    for (let number = 0; ; number++) {
      const connection = await open(ports, place, counts);
      if (connection === undefined) return;
      count(counts, await exchange(connection, number));
      connection.close();
    }
  };
}

function multiplexed(place) {
  return async (ports, counts) => {
    for (;;) {
      const session = await openSession(ports, place);
      if (session === undefined) {
        counts.refused++;
        return;
      }
      while (!session.closed && !session.destroyed) {
        const answers = await Promise.all(['/quick', '/slow', '/quick', '/stream', '/quick'].map((path) => askStream(session, path)));
        count(
          counts,
          answers.filter((answer) => answer !== 'not sent' && answer !== 'refused stream'),
        );
        // Never begun, so RFC 9113 §8.7 lets the client send them again: the next round does.
        counts.repeated += answers.filter((answer) => answer === 'refused stream').length;
        if (answers.includes('not sent')) await pause(1);
      }
    }
  };
}

function count(counts, answers) {
  for (const answer of answers) {
    counts.sent++;
    if (answer === 'answered') counts.answered++;
    else {
      counts.lost++;
      counts.reasons.set(answer, (counts.reasons.get(answer) ?? 0) + 1);
    }
  }
}

/** Undefined where the service takes no connection any more; nothing was sent then. */
async function open(ports, place, counts) {
  const socket =
    place === 'unix'
      ? connect({ path: ports.unix, allowHalfOpen: true })
      : place === 'http'
        ? connect({ port: ports.http, host: '127.0.0.1', allowHalfOpen: true })
        : tlsConnect({
            port: ports[place],
            host: '127.0.0.1',
            rejectUnauthorized: false,
            ALPNProtocols: ['http/1.1'],
            allowHalfOpen: true,
          });
  const isOpen = await new Promise((resolve) => {
    socket.once(place === 'http' || place === 'unix' ? 'connect' : 'secureConnect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
  if (isOpen) return new Connection(socket);
  socket.destroy();
  counts.refused++;
  return undefined;
}

/** Sends requests as they are written and reads replies one after another. */
class Connection {
  #text = '';
  #reason;
  #wake;
  #saysClose = false;

  constructor(socket) {
    this.socket = socket;
    socket.setEncoding('latin1').on('data', (piece) => {
      this.#text += piece;
      this.#wake?.();
    });
    socket.on('error', (error) => this.#end(error.code));
    socket.on('end', () => this.#end('FIN'));
    socket.on('close', () => this.#end('closed'));
  }

  get isOpen() {
    return this.#reason === undefined && !this.#saysClose;
  }

  send(text) {
    if (this.#reason === undefined) this.socket.write(text);
  }

  ask(text, replies = 1) {
    this.send(text);
    return this.expect(replies);
  }

  askLast(text) {
    this.socket.end(text);
    return this.expect();
  }

  /** One answer for each request that was sent. */
  async expect(replies = 1) {
    const answers = [];
    while (answers.length < replies) answers.push(await this.#reply());
    if (!this.isOpen) this.close();
    return answers;
  }

  /** True when the service wants the body; false when it has answered already or is gone. */
  async continued() {
    while (!this.#text.includes('\r\n\r\n') && this.#reason === undefined) await this.#more();
    if (!this.#text.startsWith('HTTP/1.1 100 ')) return false;
    this.#text = this.#text.slice(this.#text.indexOf('\r\n\r\n') + 4);
    return true;
  }

  close() {
    this.socket.destroy();
  }

  async #reply() {
    for (;;) {
      const end = replyEnd(this.#text);
      if (end !== undefined) {
        const reply = this.#text.slice(0, end);
        this.#text = this.#text.slice(end);
        if (/\r\nConnection: close\r\n/i.test(reply)) this.#saysClose = true;
        return reply.startsWith('HTTP/1.1 200 ') ? 'answered' : `answered ${reply.slice(9, 12)}`;
      }
      if (this.#reason !== undefined) return `${this.#text === '' ? 'no answer' : 'part of an answer'}, ${this.#reason}`;
      await this.#more();
    }
  }

  #more() {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #end(reason) {
    this.#reason ??= reason;
    this.#wake?.();
  }
}

/** Where the first reply of the text ends; undefined while it is not whole. */
function replyEnd(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return undefined;
  const [, length] = /\r\nContent-Length: (\d+)\r\n/i.exec(text.slice(0, head + 2)) ?? [];
  if (length !== undefined) return text.length >= head + 4 + Number(length) ? head + 4 + Number(length) : undefined;
  const last = text.indexOf('\r\n0\r\n\r\n', head);
  return last < 0 ? undefined : last + 7;
}

function openSession(ports, place) {
  const session = connectSession(`${place === 'h2' ? 'https' : 'http'}://127.0.0.1:${ports[place]}`, { rejectUnauthorized: false });
  return new Promise((resolve) => {
    session.once('connect', () => resolve(session));
    session.once('close', () => resolve(undefined));
    session.on('error', () => resolve(undefined));
  });
}

function askStream(session, path) {
  if (session.closed || session.destroyed) return Promise.resolve('not sent');
  return new Promise((resolve) => {
    const stream = session.request({ ':path': path });
    let text = '';
    stream.setEncoding('utf8').on('data', (piece) => (text += piece));
    stream.on('error', () => undefined);
    stream.on('close', () => {
      if (stream.id === undefined) resolve('not sent');
      else if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) resolve('refused stream');
      else if (stream.rstCode === 0 && text === 'done') resolve('answered');
      else resolve(`${text === '' ? 'no answer' : 'part of an answer'}, reset ${stream.rstCode}`);
    });
  });
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

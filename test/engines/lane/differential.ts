import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';

import type { Handler } from '../../../src/http/handler.js';
import { defaultLimits } from '../../../src/server/engines/engine.js';
import type { Engine, Listener, TlsOptions } from '../../../src/server/engines/engine.js';

/** Bytes to send over one connection, and how. */
export interface Script {
  readonly bytes: Buffer;
  /** Where the bytes are cut into pieces, in ascending order. */
  readonly cuts: readonly number[];
  /** Whether handlers answer at once, or after a turn of the event loop. */
  readonly handler: 'at once' | 'later';
  /** Nothing in it is malformed, broken off, or left to node's parser. */
  readonly isOrdinary: boolean;
}

/** What an engine made of a script. */
export interface Observation {
  /** Each request as its handler saw it. */
  readonly seen: readonly string[];
  /** All bytes that came back, without the Date lines. */
  readonly answered: string;
}

/** A listener of one engine, for one connection at a time. */
export class Subject {
  private seen: string[] = [];
  private mode: Script['handler'] = 'at once';

  private constructor(private readonly tls: TlsOptions | undefined) {}

  private listener!: Listener;

  static async open(engine: Engine, tls?: TlsOptions): Promise<Subject> {
    const subject = new Subject(tls);
    const limits = { ...defaultLimits, maxHeaderSize: 2_048, maxRequestBodySize: 4_096, headerTimeout: 2_000, requestTimeout: 3_000 };
    const onFailure = (exchange: { reply: { committed: boolean; status: number; end(text: string): void } }) => {
      if (exchange.reply.committed) return;
      exchange.reply.status = 500;
      exchange.reply.end('failed');
    };
    const address = { kind: 'port', port: 0, host: '127.0.0.1' } as const;
    subject.listener = await engine.listen({ address, limits, trustedProxies: 0, onFailure, tls }, subject.handler);
    return subject;
  }

  /** Sends the script, closes this side, and reads until the other side closes too. */
  async observe({ bytes, cuts, handler }: Pick<Script, 'bytes' | 'cuts' | 'handler'>): Promise<Observation> {
    this.seen = [];
    this.mode = handler;
    const answered = await this.talk(bytes, cuts);
    return { seen: this.seen, answered: answered.replaceAll(/^Date: .*\r\n/gm, '') };
  }

  async close(): Promise<void> {
    await this.listener.stopAccepting();
    await this.listener.drain(AbortSignal.timeout(2_000));
  }

  private talk(bytes: Buffer, cuts: readonly number[]): Promise<string> {
    const { port } = this.listener;
    const socket: Socket =
      this.tls === undefined
        ? connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true })
        : connectSecurely({ ...({ allowHalfOpen: true } as object), port, host: '127.0.0.1', rejectUnauthorized: false });
    return new Promise((resolve) => {
      const pieces: Buffer[] = [];
      const limit = setTimeout(() => socket.destroy(), 8_000);
      socket.on('data', (piece: Buffer) => pieces.push(piece));
      socket.on('error', () => undefined);
      socket.on('end', () => socket.end());
      socket.on('close', () => {
        clearTimeout(limit);
        resolve(Buffer.concat(pieces).toString('latin1'));
      });
      socket.once(this.tls === undefined ? 'connect' : 'secureConnect', () => void sendInPieces(socket, bytes, cuts));
    });
  }

  private readonly handler: Handler = async (exchange) => {
    const { method, path, rawQuery, headers, body, reply } = exchange;
    // Its place is taken before the body is awaited: node begins pipelined requests while others wait.
    const place = this.seen.push('') - 1;
    const { seen } = this;
    const content = await body.bytes();
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const line = JSON.stringify([method, path, rawQuery, [...headers.entries()], content.byteLength, digest]);
    seen[place] = line;
    if (this.mode === 'later') await new Promise((resolve) => setImmediate(resolve));
    if (path.startsWith('/stream')) await reply.stream(['one ', 'two ', line.length > 0 ? 'thrée' : '']);
    else reply.end(rawQuery.includes('wide') ? `é${digest}` : digest);
  };
}

async function sendInPieces(socket: Socket, bytes: Buffer, cuts: readonly number[]): Promise<void> {
  let from = 0;
  for (const cut of cuts) {
    socket.write(bytes.subarray(from, cut));
    from = cut;
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (socket.destroyed) return;
  }
  socket.end(bytes.subarray(from));
}

/**
 * Whether two observations of the same bytes are the same, or differ in a known way: undefined where they are the same, a sentence where the
 * difference is known, an Error where it is not.
 */
export function comparison({ isOrdinary }: Script, node: Observation, lane: Observation): string | Error | undefined {
  if (node.answered === lane.answered && sameList(node.seen, lane.seen)) return undefined;
  if (isOrdinary) return new Error('the engines differ over ordinary requests');
  // How far node reads ahead depends on how the bytes arrive: when a later request of the same connection cannot be parsed, it may close
  // without the answers to earlier ones. The lane answers each before it looks at the next.
  if (isBeginning(node.seen, lane.seen) && isBeginningOfText(beforeRefusal(node.answered), beforeRefusal(lane.answered))) {
    return 'one of them dropped answers to requests before a malformed one';
  }
  return new Error('the engines differ');
}

/** The answers before the first that refuses what could not be parsed. */
function beforeRefusal(answered: string): string {
  const at = answered.search(/HTTP\/1\.1 (?:400|408|413|417|431|501|505) /);
  return at < 0 ? answered : answered.slice(0, at);
}

function isBeginning(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return sameList(one.slice(0, length), other.slice(0, length));
}

function isBeginningOfText(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

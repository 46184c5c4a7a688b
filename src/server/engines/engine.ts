import type { SecureContextOptions } from 'node:tls';

import type { Exchange } from '../../http/exchange.js';
import type { Handler } from '../../http/handler.js';
import type { ForwardedDialect } from './forwarded.js';

/**
 * Turns what arrives somewhere into exchanges. Everything above knows only this and {@link Exchange}; all engines pass one contract suite.
 */
export interface Engine {
  readonly name: string;
  /** The methods that the engine can parse; undefined where it takes any token. */
  readonly methods: ReadonlySet<string> | undefined;
  listen(options: ListenOptions, handler: Handler): Promise<Listener>;
}

/** A place where exchanges come from. */
export interface Listener {
  /** The port that was really taken; 0 where there is none (a Unix socket). */
  readonly port: number;
  /** For people: "http://127.0.0.1:8080", "unix:/run/app.sock". */
  readonly url: string;
  /** Takes no further connections. Those that are open go on, and every reply from now on tells its client that the connection ends with it. */
  stopAccepting(): Promise<void>;
  /** Waits for the open exchanges, closing connections as they fall idle; at the deadline the rest is cut off. */
  drain(deadline: AbortSignal): Promise<DrainReport>;
  /** Serves these certificates to connections made from now on; absent where there is no TLS. */
  replaceCertificates?(options: SecureContextOptions): void;
}

/** What a listener tells when its drain is over. */
export interface DrainReport {
  /** Exchanges that were still open at the deadline and were cut off. */
  readonly cutOff: number;
}

/** Where an engine listens, within which limits, and whom it believes. */
export interface ListenOptions {
  readonly address: ListenAddress;
  readonly limits: EngineLimits;
  readonly tls?: TlsOptions | undefined;
  /** How many proxies in front of us are trusted to tell the client's address and protocol; 0 trusts none. */
  readonly trustedProxies: number;
  /** Which headers those proxies write; `x-forwarded` unless given. */
  readonly forwardedDialect?: ForwardedDialect | undefined;
  /** Aborted when the server begins to stop, before it refuses connections; exchanges pass it on. Never, where it is left out. */
  readonly stopping?: AbortSignal | undefined;
  /** Called with what a handler threw; it answers where that is still possible, and never throws. */
  readonly onFailure: FailureListener;
  /** Called for requests that the engine answers itself, without a handler: those that are not HTTP, too large, too slow or against its rules. */
  readonly onRefused?: RefusalListener | undefined;
}

/** Told what a handler threw instead of answering. */
export type FailureListener = (exchange: Exchange, thrown: unknown) => void;

/** Called for a request that never became an exchange. */
export type RefusalListener = (refused: RefusedRequest) => void;

/** What is known of a request that the engine answered itself. */
export interface RefusedRequest {
  readonly status: number;
  /** Of the socket; empty where there is none. */
  readonly remoteAddress: string;
  /** "GET /people HTTP/1.1"; undefined where it could not be read. */
  readonly requestLine: string | undefined;
  readonly bodyBytes: number;
}

/** A port on an address, or the path of a Unix socket. */
export type ListenAddress =
  | { readonly kind: 'port'; readonly port: number; readonly host: string | undefined; readonly backlog?: number | undefined }
  | { readonly kind: 'unix'; readonly path: string };

/** Certificates and rules for the handshake, and whether HTTP/2 is offered. */
export interface TlsOptions extends SecureContextOptions {
  readonly requestCert?: boolean;
  readonly rejectUnauthorized?: boolean;
  readonly ALPNProtocols?: string[];
}

/** What a client may cost; times in milliseconds, 0 for none. */
export interface EngineLimits {
  readonly maxRequestBodySize: number;
  /** Request line and headers with all that separates them. */
  readonly maxHeaderSize: number;
  /** From the first byte of a request (or of the connection) to the end of its headers. */
  readonly headerTimeout: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestTimeout: number;
  /** Between two requests of a connection. */
  readonly idleTimeout: number;
  /** Without the client taking anything of a reply that waits for it. */
  readonly writeTimeout: number;
  readonly maxConnections: number | undefined;
}

/** The signal of listeners that are not told of a stop in advance. */
export const neverStopping: AbortSignal = new AbortController().signal;

/** The defaults: 1 MiB, 8 KiB, 10 s, 60 s, 30 s, 30 s. */
export const defaultLimits: EngineLimits = {
  maxRequestBodySize: 1024 * 1024,
  maxHeaderSize: 8 * 1024,
  headerTimeout: 10_000,
  requestTimeout: 60_000,
  idleTimeout: 30_000,
  writeTimeout: 30_000,
  maxConnections: undefined,
};

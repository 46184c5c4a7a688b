import type { Handler } from '../../http/handler.js';
import { JsonPolymorphic } from '../../json/json-annotations.js';
import type { Engine, FailureListener, Listener, RefusalListener } from '../engines/engine.js';
import type { ServedCertificate } from '../tls/served-certificate.js';

/** What reads requests: our own scanner with node's server behind it, or node's server alone. */
export type EngineName = 'lane' | 'node';
export const EngineNames = { lane: 'lane', node: 'node' } as const;

/** An entry of `applicationConnectors` or `adminConnectors`, chosen by its `type`: a place where requests come in. */
@JsonPolymorphic({ defaultType: 'http' })
export abstract class ConnectorFactory {
  /** Opens the connector: from now on the handler is called. */
  abstract open(handler: Handler, context: ConnectorContext): Promise<Connector>;

  /** Whether connections are encrypted, and certificates can run out. */
  get usesTls(): boolean {
    return false;
  }

  /** The methods that the connector's engine can parse; undefined where it takes any. */
  abstract readonly parseableMethods: ReadonlySet<string> | undefined;
}

/** What all connectors of a server have in common. */
export interface ConnectorContext {
  readonly maxRequestBodySize: number;
  readonly onFailure: FailureListener;
  /** Aborted when the server begins to stop. */
  readonly stopping?: AbortSignal | undefined;
  /** Called for requests that the engine answers itself. */
  readonly onRefused?: RefusalListener | undefined;
  /** The engine of connectors that name none. */
  readonly defaultEngine?: EngineName | undefined;
  /** Paths of mounted handlers that need node's own server to read the requests. */
  readonly nodeMounts?: readonly string[] | undefined;
  /** In place of the connector's own, for tests. */
  readonly engine?: Engine | undefined;
}

/** An open connector. */
export interface Connector {
  readonly listener: Listener;
  /** The certificate in use that runs out first; undefined without TLS. */
  readonly certificate?: ServedCertificate | undefined;
  /** Reads the key store again and yields what puts the certificates to use; throws, and changes nothing, where they are bad. Absent without TLS. */
  prepareReload?(): Promise<() => void>;
}

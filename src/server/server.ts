import { setMaxListeners } from 'node:events';

import { StartInterruptedError } from '../lifecycle/lifecycle-errors.js';
import type { Lifecycle } from '../lifecycle/lifecycle.js';
import { logStartFailure } from '../lifecycle/start-progress.js';
import { halfOf, within } from '../lifecycle/time-limit.js';
import { getLogger } from '../logging/get-logger.js';
import { Duration } from '../values/duration.js';
import type { Connector } from './connectors/connector-factory.js';
import type { Listener } from './engines/engine.js';
import { ListenError } from './engines/listen.js';
import { drainWithin } from './graceful-stop.js';
import type { RequestLog } from './request-log/request-log.js';
import { expiryOf } from './tls/served-certificate.js';
import type { ServedCertificate } from './tls/served-certificate.js';

const log = getLogger('keelson.server.Server');

/**
 * The ports of a service and the order in which everything starts and stops. A {@link ServerFactory} builds it from two handlers; it never learns
 * what a resource or a health check is.
 *
 * ```
 *   start   managed objects, in order ─► admin ports ─► application ports
 *   stop    readiness fails, event streams end ─► shutdownWaitPeriod ─► application ports refuse, drain, cut off after shutdownGracePeriod
 *           ─► managed objects, in reverse ─► admin ports ─► request log
 * ```
 *
 * @example
 * const server = configuration.server.build({ name: 'hello', application, admin, lifecycle });
 * await server.start();
 */
export class Server {
  private readonly applicationConnectors: Connector[] = [];
  private readonly adminConnectors: Connector[] = [];
  private opening: Promise<void> | undefined = undefined;
  private listening = false;
  private stopping: Promise<void> | undefined = undefined;
  private readonly stopSignal = new AbortController();
  private requestLog: RequestLog | undefined = undefined;

  constructor(private readonly plan: ServerPlan) {
    // Every open event stream listens to it.
    setMaxListeners(0, this.stopSignal.signal);
  }

  /** Where the application answers, once started. */
  get applicationListeners(): readonly Listener[] {
    return this.applicationConnectors.map(({ listener }) => listener);
  }

  /** Where the admin side answers, once started; the same as the application's where they share a connector. */
  get adminListeners(): readonly Listener[] {
    return this.plan.sharesConnectors ? this.applicationListeners : this.adminConnectors.map(({ listener }) => listener);
  }

  /**
   * Starts the managed objects, then opens the ports. If something fails, what was begun is undone and the error is thrown. If {@link stop} is called
   * meanwhile, nothing more is started or opened, and a {@link StartInterruptedError} is thrown.
   */
  async start(): Promise<void> {
    await this.plan.lifecycle.start();
    this.opening = this.openPorts();
    try {
      await this.opening;
    } catch (thrown) {
      if (!(thrown instanceof StartInterruptedError)) logStartFailure(log, 'server', thrown);
      await this.stop();
      throw thrown;
    }
    this.listening = true;
    this.warnOfCertificates();
    for (const { url } of this.applicationListeners) log.info('Application listens on %s', url);
    for (const { url } of this.adminListeners) log.info('Admin listens on %s', url);
  }

  /** Whether any connector has certificates, which can run out. */
  get usesTls(): boolean {
    return this.plan.usesTls;
  }

  /** Of each connector with TLS, the certificate in use that runs out first. */
  get certificates(): readonly ServedCertificate[] {
    return [...this.applicationConnectors, ...this.adminConnectors].flatMap(({ certificate }) =>
      certificate === undefined ? [] : [certificate],
    );
  }

  /** Stops in order; never throws. A second call waits for the first. */
  stop(): Promise<void> {
    this.stopping ??= this.stopInOrder();
    return this.stopping;
  }

  /**
   * Reads all key stores again and serves their certificates to connections made from now on. Where one is bad, all old ones stay, and the reason is
   * thrown. What the task `reload-ssl` calls.
   */
  async reloadCertificates(): Promise<void> {
    const renewed: (() => void)[] = [];
    for (const connector of [...this.applicationConnectors, ...this.adminConnectors]) {
      if (connector.prepareReload !== undefined) renewed.push(await connector.prepareReload());
    }
    for (const apply of renewed) apply();
    this.warnOfCertificates();
  }

  // Tries all of them, so that one message names every port that is taken.
  private async openPorts(): Promise<void> {
    this.requestLog = this.plan.openRequestLog();
    const open = async (opening: readonly OpenConnector[], opened: Connector[]): Promise<readonly ListenError[]> => {
      const refused: ListenError[] = [];
      for (const openConnector of opening) {
        this.refuseIfStopping();
        try {
          opened.push(await openConnector({ requestLog: this.requestLog, stopping: this.stopSignal.signal }));
        } catch (thrown) {
          if (!(thrown instanceof ListenError)) throw thrown;
          refused.push(thrown);
        }
      }
      return refused;
    };
    const adminRefused = await open(this.plan.admin, this.adminConnectors);
    const refused = [...(await open(this.plan.application, this.applicationConnectors)), ...adminRefused];
    if (refused.length > 0) throw new ListenError(refused.flatMap(({ refusals }) => refusals));
    this.refuseIfStopping();
  }

  private warnOfCertificates(): void {
    for (const certificate of this.certificates) {
      const expiry = expiryOf(certificate, new Date());
      if (expiry.state !== 'fine') log.warn('%s', expiry.message);
    }
  }

  private refuseIfStopping(): void {
    if (this.stopping !== undefined) throw new StartInterruptedError();
  }

  private async stopInOrder(): Promise<void> {
    const { lifecycle, shutdownGracePeriod, shutdownWaitPeriod } = this.plan;
    this.plan.onStopping();
    this.stopSignal.abort();
    const startLimit = halfOf(shutdownGracePeriod);
    // A port that is being opened can only be closed once it is open.
    await within(startLimit, () => this.opening?.catch(() => undefined));
    if (this.listening && shutdownWaitPeriod.toMilliseconds() > 0) {
      log.info('Readiness is down; serving for another %s so that load balancers notice', shutdownWaitPeriod);
      await new Promise((resolve) => setTimeout(resolve, shutdownWaitPeriod.toMilliseconds()));
    }
    await this.closeAll(this.applicationListeners, shutdownGracePeriod);
    await lifecycle.stop(startLimit);
    await this.closeAll(
      this.adminConnectors.map(({ listener }) => listener),
      adminGracePeriod(shutdownGracePeriod),
    );
    await this.requestLog?.close();
    log.info('Stopped');
  }

  private async closeAll(listeners: readonly Listener[], gracePeriod: Duration): Promise<void> {
    try {
      const cutOff = await drainWithin(listeners, gracePeriod);
      if (cutOff > 0)
        log.warn('%s not answered within %s and cut off', cutOff === 1 ? '1 request was' : `${cutOff} requests were`, gracePeriod);
    } catch (thrown) {
      log.error('Unable to close a port', thrown);
    }
  }
}

/** What a factory has settled: everything but the moment. */
export interface ServerPlan {
  readonly application: readonly OpenConnector[];
  readonly admin: readonly OpenConnector[];
  /** Whether any of the connectors has certificates. */
  readonly usesTls: boolean;
  /** One connector serves both sides, and is listed as the application's. */
  readonly sharesConnectors: boolean;
  readonly lifecycle: Lifecycle;
  openRequestLog(): RequestLog | undefined;
  /** Told before anything else when the server stops: readiness fails from here on. */
  onStopping(): void;
  readonly shutdownGracePeriod: Duration;
  readonly shutdownWaitPeriod: Duration;
}

/** Opens a connector as part of a server that starts. */
export type OpenConnector = (opening: ConnectorOpening) => Promise<Connector>;

/** What connectors get from the server that opens them. */
export interface ConnectorOpening {
  /** Where requests are logged. */
  readonly requestLog: RequestLog | undefined;
  /** Aborted when the server begins to stop. */
  readonly stopping: AbortSignal;
}

// A probe takes no time, and everything else has already come to its end.
function adminGracePeriod(gracePeriod: Duration): Duration {
  return gracePeriod.toMilliseconds() < fiveSeconds.toMilliseconds() ? gracePeriod : fiveSeconds;
}

const fiveSeconds = Duration.seconds(5);

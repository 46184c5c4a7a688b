import type { Handler } from '../../http/handler.js';
import { Doc } from '../../json/doc.js';
import { JsonProperty, JsonTypeName, Secret } from '../../json/json-annotations.js';
import { enumOf, listOf } from '../../reflection/type-token.js';
import { ValidationMethod } from '../../validation/constraint-annotations.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import { Duration } from '../../values/duration.js';
import type { Engine } from '../engines/engine.js';
import { NodeHttp2Engine } from '../engines/node-http2-engine.js';
import { firstToExpire } from '../tls/served-certificate.js';
import type { ServedCertificate } from '../tls/served-certificate.js';
import { loadTls } from '../tls/tls-context.js';
import type { LoadedTls, TlsSettings } from '../tls/tls-context.js';
import type { Connector, ConnectorContext } from './connector-factory.js';
import { HttpConnectorFactory } from './http-connector-factory.js';

const TlsVersion = { 'TLSv1.2': 'TLSv1.2', 'TLSv1.3': 'TLSv1.3' } as const;

/** `type: https`: HTTP/1.1 over TLS. */
@Doc(
  '`type: https`: HTTP/1.1 over TLS, on port 8443 unless set, with the keys of `http` as well. `type: h2` has the same keys and speaks HTTP/2.',
)
@JsonTypeName('https')
export class HttpsConnectorFactory extends HttpConnectorFactory {
  override port: number = 8443;

  @Doc('A PKCS#12 file, a PEM file with the certificate chain (and the key, unless `keyPath` is set), or a JKS file.')
  @JsonProperty
  @NotEmpty
  keyStorePath!: string;

  @Doc('The password of the key store; never shown.')
  @JsonProperty(String)
  @Secret
  keyStorePassword: string | undefined = undefined;

  @Doc('A PEM file with the private key, if `keyStorePath` holds only the certificates.')
  @JsonProperty(String)
  keyPath: string | undefined = undefined;

  @Doc('Whether to refuse to start with certificates that are expired, not yet valid, or do not form a chain.')
  @JsonProperty
  validateCerts: boolean = false;

  @Doc('A PEM file with the authorities that client certificates must come from.')
  @JsonProperty(String)
  trustStorePath: string | undefined = undefined;

  @Doc('Whether clients must present a certificate that the trust store accepts.')
  @JsonProperty
  needClientAuth: boolean = false;

  @Doc('Whether clients are asked for a certificate. They need not have one, but one that the trust store does not accept is refused.')
  @JsonProperty
  wantClientAuth: boolean = false;

  @Doc('The oldest TLS version that is accepted.')
  @JsonProperty(enumOf(TlsVersion))
  @NotNull
  minimumTlsVersion: keyof typeof TlsVersion = 'TLSv1.2';

  @Doc(
    'The cipher suites by their OpenSSL names, in order of preference; those with forward secrecy and authenticated encryption (GCM, ChaCha20) unless set.',
  )
  @JsonProperty(listOf(String))
  @NotNull
  supportedCipherSuites: string[] = [];

  @Doc(
    'How long before a certificate expires a WARN is logged, at the start and by `reload-ssl`, and the health check `certificates` says so.',
  )
  @JsonProperty
  @NotNull
  certificateExpiryWarning: Duration = Duration.days(14);

  override get usesTls(): boolean {
    return true;
  }

  @ValidationMethod({
    message:
      'needClientAuth needs trustStorePath: name a PEM file with the certificates of the authorities that client certificates must come from',
  })
  isTrustStoreGiven(): boolean {
    return !this.needClientAuth || this.trustStorePath !== undefined;
  }

  override async open(handler: Handler, context: ConnectorContext): Promise<Connector> {
    const tls = await loadTls(this.tlsSettings());
    const listener = await this.engineFor(context).listen({ ...this.listenOptions(context), tls: tls.options }, handler);
    let certificate = this.firstToExpire(tls);
    return {
      listener,
      get certificate() {
        return certificate;
      },
      prepareReload: async () => {
        const renewed = await loadTls(this.tlsSettings());
        return () => {
          listener.replaceCertificates?.(renewed.options);
          certificate = this.firstToExpire(renewed);
        };
      },
    };
  }

  private firstToExpire({ chain }: LoadedTls): ServedCertificate | undefined {
    return firstToExpire(this.keyStorePath, chain, this.certificateExpiryWarning);
  }

  private tlsSettings(): TlsSettings {
    return {
      keyStorePath: this.keyStorePath,
      keyStorePassword: this.keyStorePassword,
      keyPath: this.keyPath,
      validateCerts: this.validateCerts,
      trustStorePath: this.trustStorePath,
      clientCertificates: this.needClientAuth ? 'needed' : this.wantClientAuth ? 'wanted' : 'ignored',
      minimumTlsVersion: this.minimumTlsVersion,
      cipherSuites: this.supportedCipherSuites,
    };
  }
}

/** `type: h2`: HTTP/2 over TLS, and HTTP/1.1 for clients that do not speak it. */
@JsonTypeName('h2')
export class Http2ConnectorFactory extends HttpsConnectorFactory {
  protected override makeEngine(): Engine {
    return new NodeHttp2Engine();
  }
}

/** `type: h2c`: HTTP/2 without TLS, for a proxy that is known to speak it. */
@JsonTypeName('h2c')
export class Http2ClearTextConnectorFactory extends HttpConnectorFactory {
  protected override makeEngine(): Engine {
    return new NodeHttp2Engine();
  }
}

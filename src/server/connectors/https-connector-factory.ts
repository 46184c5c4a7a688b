import type { Handler } from '../../http/handler.js';
import { JsonProperty, JsonTypeName, Secret } from '../../json/json-annotations.js';
import { enumOf, listOf } from '../../reflection/type-token.js';
import { NotEmpty, NotNull } from '../../validation/presence-constraints.js';
import type { Engine } from '../engines/engine.js';
import { NodeHttp2Engine } from '../engines/node-http2-engine.js';
import { loadTls } from '../tls/tls-context.js';
import type { TlsSettings } from '../tls/tls-context.js';
import type { Connector, ConnectorContext } from './connector-factory.js';
import { HttpConnectorFactory } from './http-connector-factory.js';

const TlsVersion = { 'TLSv1.2': 'TLSv1.2', 'TLSv1.3': 'TLSv1.3' } as const;

/** `type: https`: HTTP/1.1 over TLS. */
@JsonTypeName('https')
export class HttpsConnectorFactory extends HttpConnectorFactory {
  override port: number = 8443;

  /** A PKCS#12 file, a PEM file with the certificate chain (and, unless `keyPath` names another, the key), or a JKS file. */
  @JsonProperty
  @NotEmpty
  keyStorePath!: string;

  @JsonProperty(String)
  @Secret
  keyStorePassword: string | undefined = undefined;

  /** A PEM file with the private key, where `keyStorePath` holds only the certificates. */
  @JsonProperty(String)
  keyPath: string | undefined = undefined;

  /** Refuse to start with certificates that are expired, not yet valid, or do not form a chain. */
  @JsonProperty
  validateCerts: boolean = false;

  /** A PEM file with the certificates of those who may vouch for clients. */
  @JsonProperty(String)
  trustStorePath: string | undefined = undefined;

  /** Clients must show a certificate that the trust store vouches for. */
  @JsonProperty
  needClientAuth: boolean = false;

  /** Clients are asked for a certificate, but need not have one. */
  @JsonProperty
  wantClientAuth: boolean = false;

  /** Older protocols are refused. */
  @JsonProperty(enumOf(TlsVersion))
  @NotNull
  minimumTlsVersion: keyof typeof TlsVersion = 'TLSv1.2';

  /** OpenSSL's names, in order of preference; node's own list where none are given. */
  @JsonProperty(listOf(String))
  @NotNull
  supportedCipherSuites: string[] = [];

  override async open(handler: Handler, context: ConnectorContext): Promise<Connector> {
    const tls = await loadTls(this.tlsSettings());
    const listener = await (context.engine ?? this.engine()).listen({ ...this.listenOptions(context), tls }, handler);
    return {
      listener,
      prepareReload: async () => {
        const renewed = await loadTls(this.tlsSettings());
        return () => listener.replaceCertificates?.(renewed);
      },
    };
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
  protected override engine(): Engine {
    return new NodeHttp2Engine();
  }
}

/** `type: h2c`: HTTP/2 without TLS, for a proxy that is known to speak it. */
@JsonTypeName('h2c')
export class Http2ClearTextConnectorFactory extends HttpConnectorFactory {
  protected override engine(): Engine {
    return new NodeHttp2Engine();
  }
}

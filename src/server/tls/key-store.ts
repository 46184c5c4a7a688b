import { readFile } from 'node:fs/promises';

/** A private key with its certificates, in a form that node's TLS takes. */
export type KeyMaterial =
  | { readonly kind: 'pkcs12'; readonly pfx: Buffer; readonly passphrase: string | undefined }
  | { readonly kind: 'pem'; readonly cert: string; readonly key: string; readonly passphrase: string | undefined };

/** Where a key and its certificates lie. */
export interface KeyStoreSource {
  readonly path: string;
  readonly password: string | undefined;
  /** Where the private key lies in a file of its own (PEM). */
  readonly keyPath: string | undefined;
}

/** Reads a key store, whatever its form: PEM by its text, JKS by its first bytes, else PKCS#12. */
export async function readKeyStore({ path, password, keyPath }: KeyStoreSource): Promise<KeyMaterial> {
  const bytes = await read(path, 'key store');
  if (bytes.length === 0) throw new KeyStoreError(path, 'it is empty; put a PKCS#12 or PEM file there');
  if (bytes.includes('-----BEGIN '))
    return readPem(path, bytes.toString(), keyPath === undefined ? undefined : (await read(keyPath, 'key')).toString(), password);
  const magic = bytes.subarray(0, 4).toString('hex');
  if (magic === 'feedfeed') return readJks(path, bytes, password);
  if (magic === 'cececece')
    throw new KeyStoreError(path, `it is a JCEKS key store, which cannot be read; convert it: ${conversion(path, 'jceks')}`);
  if (bytes[0] !== 0x30) throw new KeyStoreError(path, 'it is neither PKCS#12 nor PEM nor JKS; check that the path names the right file');
  return { kind: 'pkcs12', pfx: bytes, passphrase: password };
}

/** Reads certificates to trust, in PEM. */
export async function readTrustStore(path: string): Promise<string> {
  const text = (await read(path, 'trust store')).toString();
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new KeyStoreError(path, 'it holds no PEM certificate; export the certificates to trust as PEM');
  return text;
}

/** A key store, or what is in it, cannot be used. */
export class KeyStoreError extends Error {
  override readonly name = 'KeyStoreError';
  readonly code = 'KEELSON_KEY_STORE';
  constructor(
    readonly path: string,
    reason: string,
    options?: ErrorOptions,
  ) {
    super(`Cannot use the key store ${path}: ${reason}`, options);
  }
}

/** The command that makes a PKCS#12 file of another form. */
export function conversion(path: string, type: string): string {
  const target = `${path.replace(/\.[^./]*$/, '')}.p12`;
  return `keytool -importkeystore -srckeystore ${path} -srcstoretype ${type} -destkeystore ${target} -deststoretype pkcs12`;
}

async function read(path: string, what: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (thrown) {
    const { code, message } = thrown as NodeJS.ErrnoException;
    const reason =
      code === 'ENOENT'
        ? `there is no such file; check the path of the ${what}`
        : code === 'EACCES'
          ? `the process may not read it; check its owner and mode`
          : code === 'EISDIR'
            ? 'it is a folder; name the file in it'
            : message;
    throw new KeyStoreError(path, reason, { cause: thrown });
  }
}

function readPem(path: string, text: string, keyText: string | undefined, passphrase: string | undefined): KeyMaterial {
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0)
    throw new KeyStoreError(path, 'it holds no certificate; put the chain there, the certificate of this service first');
  const key = privateKey.exec(keyText ?? text)?.[0];
  if (key === undefined) throw new KeyStoreError(path, 'no private key was found; append it to the file, or name its file as keyPath');
  if (key.includes('ENCRYPTED') && passphrase === undefined)
    throw new KeyStoreError(path, 'the private key is encrypted; give its password as keyStorePassword');
  return { kind: 'pem', cert: certificates.join('\n'), key, passphrase };
}

async function readJks(path: string, bytes: Buffer, password: string | undefined): Promise<KeyMaterial> {
  const toPem = await jksReader();
  if (toPem === undefined)
    throw new KeyStoreError(path, `it is a JKS key store; install the package jks-js, or convert it: ${conversion(path, 'jks')}`);
  let entries: Readonly<Record<string, { readonly cert?: string; readonly key?: string }>>;
  try {
    entries = toPem(bytes, password ?? '');
  } catch (thrown) {
    const wrong = /password/i.test((thrown as Error).message);
    throw new KeyStoreError(
      path,
      wrong ? 'the password is wrong; check keyStorePassword' : `it cannot be read (${(thrown as Error).message})`,
      { cause: thrown },
    );
  }
  for (const { cert, key } of Object.values(entries)) {
    if (cert !== undefined && key !== undefined) return { kind: 'pem', cert, key, passphrase: undefined };
  }
  throw new KeyStoreError(path, 'it holds no private key; it may be a trust store');
}

type JksReader = (bytes: Buffer, password: string) => Readonly<Record<string, { cert?: string; key?: string }>>;

/** An optional package: only those who have JKS files need it. */
async function jksReader(): Promise<JksReader | undefined> {
  try {
    const module = (await import('jks-js')) as { toPem?: JksReader; default?: { toPem?: JksReader } };
    return module.toPem ?? module.default?.toPem;
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw thrown;
  }
}

const privateKey = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )*PRIVATE KEY-----/;

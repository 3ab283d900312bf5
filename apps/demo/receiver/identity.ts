import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OwnAuthority, type ServerIdentity } from '#webhooks/receiving';

/** The host names in the certificate. */
const HOSTS = ['localhost', '127.0.0.1'];
/** Validity of the certificate. */
const DAYS = 365;

/** Key and certificate of the demo receiver, and the CA file with which a service trusts it. */
export interface DemoIdentity extends ServerIdentity {
  readonly caFile: string;
}

/**
 * The identity in a directory, created at the first start and again when it has expired, so that a service that trusts
 * it still does after the receiver has been restarted.
 */
export function demoIdentity(directory: string): DemoIdentity {
  const [key, cert, ca] = ['key.pem', 'cert.pem', 'ca.pem'].map((name) => resolve(join(directory, name))) as [
    string,
    string,
    string,
  ];
  const known = readTogether([key, cert, ca]);
  if (known && Date.parse(new X509Certificate(known[1]!).validTo) > Date.now()) {
    return { key: known[0]!, cert: known[1]!, caFile: ca };
  }
  const authority = new OwnAuthority('Smart Lists demo receiver');
  const made = authority.issue(HOSTS, DAYS);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(key, made.key, { mode: 0o600 });
  writeFileSync(cert, made.cert);
  writeFileSync(ca, authority.certificate);
  return { ...made, caFile: ca };
}

function readTogether(files: readonly string[]): readonly string[] | undefined {
  try {
    return files.map((file) => readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OwnAuthority, type ServerIdentity } from '#webhooks/receiving';

/** The names that the demo receiver answers to. */
const HOSTS = ['localhost', '127.0.0.1'];
const DAYS = 365;

/** What the demo receiver listens with, and the file that makes a service trust it. */
export interface DemoIdentity extends ServerIdentity {
  readonly caFile: string;
}

/**
 * The identity in a directory, made there the first time and again once it is over: a service that was told to trust it goes on doing so
 * when the receiver is started again.
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

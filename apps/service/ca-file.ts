import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Problem } from './environment.js';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** The certificates in a PEM file (WEBHOOK_CA_FILE), one text each; text between them is ignored. */
export function certificatesIn(file: string): readonly string[] | Problem {
  try {
    const certificates = readFileSync(file, 'utf8').match(CERTIFICATE) ?? [];
    for (const certificate of certificates) new X509Certificate(certificate);
    return certificates.length > 0
      ? certificates
      : new Problem(`must name a file of PEM certificates: there is no PEM certificate in ${file}`);
  } catch (error) {
    return new Problem(`must name a file of PEM certificates: ${(error as Error).message}`);
  }
}

import { createPublicKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** Key and certificate of an HTTPS server. */
export interface ServerIdentity {
  /** PEM. */
  readonly key: string;
  /** PEM. */
  readonly cert: string;
}

/**
 * A certificate authority for receivers that only this machine trusts: tests, and the demo's receiver. Its key is never
 * written to a file. Node signs, but writes no certificates; the ASN.1 below does (RFC 5280; ECDSA on P-256).
 */
export class OwnAuthority {
  private readonly key = newKey();
  /** PEM, for WEBHOOK_CA_FILE. */
  readonly certificate: string;

  constructor(private readonly name = 'Smart Lists own authority') {
    this.certificate = this.sign({ subject: name, publicKey: createPublicKey(this.key), extensions: [authority()] });
  }

  /**
   * Makes a server's key and a certificate for it.
   * @param hosts names and IPv4 addresses of the certificate
   * @param days from now until it ends; a negative number makes one that has ended
   */
  issue(hosts: readonly string[], days = 30): ServerIdentity {
    const key = newKey();
    const extensions = [alternativeNames(hosts)];
    const cert = this.sign({ subject: hosts[0]!, publicKey: createPublicKey(key), extensions, days });
    return { key: key.export({ type: 'pkcs8', format: 'pem' }).toString(), cert };
  }

  private sign({ subject, publicKey, extensions, days = 3_650 }: Request): string {
    const toBeSigned = sequence(
      tagged(0xa0, integer(Buffer.from([2]))),
      integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
      ECDSA_WITH_SHA256,
      nameOf(this.name),
      sequence(time(Math.min(days, 0) - 1), time(days)),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(...extensions)),
    );
    const signature = sign('sha256', toBeSigned, this.key);
    return pem(sequence(toBeSigned, ECDSA_WITH_SHA256, tagged(0x03, Buffer.from([0]), signature)));
  }
}

interface Request {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly extensions: readonly Buffer[];
  readonly days?: number;
}

const DAY_MS = 86_400_000;

function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** One value of DER: tag, length, content. */
function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const prefix = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...prefix]), content]);
}

function sequence(...contents: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...contents);
}

function integer(bigEndian: Buffer): Buffer {
  return tagged(0x02, bigEndian);
}

function oid(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));

function nameOf(commonName: string): Buffer {
  return sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(commonName)))));
}

function time(days: number): Buffer {
  const text = new Date(Date.now() + days * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '');
  return tagged(0x18, Buffer.from(text));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [tagged(0x01, Buffer.from([0xff]))] : []), tagged(0x04, value));
}

function authority(): Buffer {
  return extension('551d13', true, sequence(tagged(0x01, Buffer.from([0xff]))));
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIPv4(host) ? tagged(0x87, Buffer.from(host.split('.').map(Number))) : tagged(0x82, Buffer.from(host)),
  );
  return extension('551d11', false, sequence(...names));
}

function pem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { OwnAuthority } from './certificates.js';

const authority = new OwnAuthority();
const root = new X509Certificate(authority.certificate);

function issued(...args: Parameters<OwnAuthority['issue']>): X509Certificate {
  return new X509Certificate(authority.issue(...args).cert);
}

describe('an own authority', () => {
  it('is self-signed', () => {
    expect([root.ca, root.checkIssued(root), root.verify(root.publicKey)]).toEqual([true, true, true]);
  });

  it('signs server certificates that cannot sign; no other authority does', () => {
    const server = issued(['localhost']);
    expect([server.ca, server.checkIssued(root), server.verify(root.publicKey)]).toEqual([false, true, true]);
    expect(server.verify(new X509Certificate(new OwnAuthority().certificate).publicKey)).toBe(false);
  });

  it('has exactly the given hosts', () => {
    const server = issued(['receiver.test', 'localhost', '127.0.0.1']);
    expect([server.checkHost('receiver.test'), server.checkHost('localhost'), server.checkIP('127.0.0.1')]).toEqual([
      'receiver.test',
      'localhost',
      '127.0.0.1',
    ]);
    expect([server.checkHost('other.test'), server.checkIP('127.0.0.2')]).toEqual([undefined, undefined]);
  });

  it('issues a matching key and certificate', () => {
    const { key, cert } = authority.issue(['localhost']);
    expect(new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))).toBe(true);
  });

  it('issues for a period that has begun, or that has ended', () => {
    const ends = (days: number): number => Date.parse(issued(['localhost'], days).validTo) - Date.now();
    expect(Math.round(ends(30) / 86_400_000)).toBe(30);
    expect(Math.round(ends(-5) / 86_400_000)).toBe(-5);
    expect(Date.parse(issued(['localhost'], -5).validFrom)).toBeLessThan(Date.parse(issued(['localhost'], -5).validTo));
  });

  it('encodes lengths of every size', () => {
    const names = Array.from({ length: 40 }, (_, at) => `host-${at}.receiver.test`);
    for (const count of [1, 4, 5, 6, 10, 11, 40]) {
      expect(issued(names.slice(0, count)).checkHost(`host-${count - 1}.receiver.test`)).toBe(
        `host-${count - 1}.receiver.test`,
      );
    }
  });
});

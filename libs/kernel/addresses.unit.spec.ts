import fc from 'fast-check';
import { isAddress, parseAddressRange, refusedAddress } from './addresses.js';

/** The hostname of a URL, in the form in which webhook_url is checked. */
function host(url: string): string {
  return new URL(url).hostname;
}

const HOSTILE: readonly (readonly [url: string, what: string])[] = [
  ['https://127.0.0.1/', 'loopback'],
  ['https://127.255.255.254/', 'loopback'],
  ['https://127.1/', 'loopback'],
  ['https://127.0.1/', 'loopback'],
  ['https://2130706433/', 'loopback'],
  ['https://017700000001/', 'loopback'],
  ['https://0177.0.0.1/', 'loopback'],
  ['https://0x7f000001/', 'loopback'],
  ['https://0x7f.0x0.0x0.0x1/', 'loopback'],
  ['https://0X7F.1/', 'loopback'],
  ['https://127.0.0.1./', 'loopback'],
  ['https://%31%32%37.0.0.1/', 'loopback'],
  ['https://１２７.0.0.1/', 'loopback'],
  ['https://127。0。0。1/', 'loopback'],
  ['https://0/', 'unspecified'],
  ['https://0.0.0.0/', 'unspecified'],
  ['https://0.1.2.3/', 'unspecified'],
  ['https://10.0.0.1/', 'private'],
  ['https://10.255.255.255/', 'private'],
  ['https://172.16.0.1/', 'private'],
  ['https://172.31.255.255/', 'private'],
  ['https://192.168.1.1/', 'private'],
  ['https://3232235777/', 'private'],
  ['https://100.64.0.1/', 'carrier-grade NAT'],
  ['https://100.127.255.255/', 'carrier-grade NAT'],
  ['https://169.254.169.254/', 'link-local'],
  ['https://2852039166/', 'link-local'],
  ['https://0xa9.0xfe.0xa9.0xfe/', 'link-local'],
  ['https://192.0.0.1/', 'reserved'],
  ['https://192.0.2.1/', 'documentation'],
  ['https://198.51.100.7/', 'documentation'],
  ['https://203.0.113.7/', 'documentation'],
  ['https://198.18.0.1/', 'benchmarking'],
  ['https://198.19.255.255/', 'benchmarking'],
  ['https://192.88.99.1/', 'reserved'],
  ['https://168.63.129.16/', 'cloud platform'],
  ['https://2822734096/', 'cloud platform'],
  ['https://224.0.0.1/', 'multicast'],
  ['https://239.255.255.255/', 'multicast'],
  ['https://240.0.0.1/', 'reserved'],
  ['https://255.255.255.255/', 'broadcast'],
  ['https://[::]/', 'unspecified'],
  ['https://[::1]/', 'loopback'],
  ['https://[0:0:0:0:0:0:0:1]/', 'loopback'],
  ['https://[::ffff:127.0.0.1]/', 'loopback'],
  ['https://[::ffff:7f00:1]/', 'loopback'],
  ['https://[::ffff:a9fe:a9fe]/', 'link-local'],
  ['https://[0:0:0:0:0:ffff:10.0.0.1]/', 'private'],
  ['https://[::127.0.0.1]/', 'IPv4-compatible'],
  ['https://[::8.8.8.8]/', 'IPv4-compatible'],
  ['https://[::ffff:0:127.0.0.1]/', 'IPv4-translated'],
  ['https://[64:ff9b::127.0.0.1]/', 'NAT64'],
  ['https://[64:ff9b::8.8.8.8]/', 'NAT64'],
  ['https://[64:ff9b:1::a00:1]/', 'NAT64'],
  ['https://[2002:7f00:1::]/', '6to4'],
  ['https://[2002:808:808::1]/', '6to4'],
  ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'Teredo'],
  ['https://[2001:2::1]/', 'benchmarking'],
  ['https://[2001:10::1]/', 'reserved'],
  ['https://[2001:db8::1]/', 'documentation'],
  ['https://[3fff::1]/', 'documentation'],
  ['https://[fc00::1]/', 'unique-local'],
  ['https://[fd12:3456:789a::1]/', 'unique-local'],
  ['https://[fe80::1]/', 'link-local'],
  ['https://[febf::1]/', 'link-local'],
  ['https://[fec0::1]/', 'unique-local'],
  ['https://[ff02::1]/', 'multicast'],
  ['https://[100::1]/', 'reserved'],
  ['https://[5f00::1]/', 'reserved'],
  ['https://[4000::1]/', 'reserved'],
  ['https://[e000::1]/', 'reserved'],
];

const PUBLIC = [
  'https://1.1.1.1/',
  'https://8.8.8.8/',
  'https://9.255.255.255/',
  'https://11.0.0.0/',
  'https://100.63.255.255/',
  'https://100.128.0.0/',
  'https://168.63.129.15/',
  'https://168.63.129.17/',
  'https://172.15.255.255/',
  'https://172.32.0.0/',
  'https://192.0.1.1/',
  'https://198.17.255.255/',
  'https://198.20.0.0/',
  'https://223.255.255.255/',
  'https://[::ffff:8.8.8.8]/',
  'https://[2606:4700:4700::1111]/',
  'https://[2001:4860:4860::8888]/',
  'https://[2a00:1450::1]/',
];

describe('refusedAddress', () => {
  it.each(HOSTILE)('refuses %s as %s', (url, what) => {
    expect(refusedAddress(host(url))).toBe(what);
    expect(isAddress(host(url))).toBe(true);
  });

  it.each(PUBLIC)('lets %s be', (url) => {
    expect(refusedAddress(host(url))).toBeUndefined();
  });

  it('checks addresses of a resolver, also those with zones of interfaces', () => {
    expect(refusedAddress('fe80::1%eth0')).toBe('link-local');
    expect(refusedAddress('::ffff:10.1.2.3')).toBe('private');
    expect(refusedAddress('93.184.215.14')).toBeUndefined();
  });

  it.each(['', 'example.com', 'localhost', '1.2.3.4/8', '1.2.3.4@x', '::g', '1::2::3', '256.1.1.1', '[1.2.3.4]:80'])(
    'refuses %p, which is not an address',
    (text) => {
      expect(refusedAddress(text)).toBe('not an address');
      expect(isAddress(text)).toBe(false);
    },
  );

  it('allows configured ranges, also in IPv4-mapped form, but no other embedded form', () => {
    const allowed = ['127.0.0.0/8', '::1/128', '::/0', '2002::/16'].map((text) => parseAddressRange(text)!);
    expect(refusedAddress('127.0.0.1', allowed.slice(0, 1))).toBeUndefined();
    expect(refusedAddress('::ffff:127.0.0.1', allowed.slice(0, 1))).toBeUndefined();
    expect(refusedAddress('10.0.0.1', allowed.slice(0, 2))).toBe('private');
    expect(refusedAddress('::1', allowed.slice(0, 2))).toBeUndefined();
    expect(refusedAddress('::127.0.0.1', allowed)).toBe('IPv4-compatible');
    expect(refusedAddress('64:ff9b::127.0.0.1', allowed)).toBe('NAT64');
    expect(refusedAddress('2002:7f00:1::', allowed)).toBe('6to4');
  });

  it('treats every notation of an IPv4 address equally', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffffff }), (value) => {
        const parts = [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
        const dotted = refusedAddress(parts.join('.'));
        const hex = parts.map((part) => part.toString(16).padStart(2, '0')).join('');
        for (const other of [
          String(value),
          `0x${hex}`,
          `0${value.toString(8)}`,
          parts.map((part) => `0${part.toString(8)}`).join('.'),
          `[::ffff:${parts.join('.')}]`,
          `::ffff:${hex.slice(0, 4)}:${hex.slice(4)}`,
        ]) {
          expect(refusedAddress(other)).toBe(dotted);
        }
      }),
    );
  });
});

describe('parseAddressRange', () => {
  it('reads prefixes of both families', () => {
    expect(parseAddressRange('10.0.0.0/8')).toEqual(parseAddressRange('::ffff:10.0.0.0/104'));
    expect(parseAddressRange('fd00::/8')?.bits).toBe(8);
  });

  it.each(['10.0.0.0', '10.0.0.1/8', '10.0.0.0/33', 'fd00::/129', 'fd00::1/64', '/8', 'x/8', '10.0.0.0/-1', ''])(
    'refuses %p',
    (text) => {
      expect(parseAddressRange(text)).toBeUndefined();
    },
  );
});

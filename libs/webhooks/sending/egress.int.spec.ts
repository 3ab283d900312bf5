import { createHook } from 'node:async_hooks';
import { parseAddressRange } from '#kernel';
import type { RefusedAddress } from './egress-guard.js';
import { names, type Receiver, startReceiver, testSender, webhookTo } from '../testing/index.js';

/** Hostile targets by the kind of their host. `{port}` is one on which 127.0.0.1 would answer. */
const LITERALS: Readonly<Record<string, readonly string[]>> = {
  loopback: [
    'https://127.0.0.1:{port}/',
    'https://127.1:{port}/',
    'https://127.0.1:{port}/',
    'https://2130706433:{port}/',
    'https://0x7f000001:{port}/',
    'https://0x7f.0.0.1:{port}/',
    'https://0x7f.1:{port}/',
    'https://017700000001:{port}/',
    'https://0177.0.0.1:{port}/',
    'https://0177.0.0x0.1:{port}/',
    'https://127.0.0.1.:{port}/',
    'https://127.255.255.254:{port}/',
    'https://%31%32%37.0.0.1:{port}/',
    'https://１２７.０.０.１:{port}/',
    'https://127。0。0。1:{port}/',
    'https:\\\\127.0.0.1:{port}/',
    'https:127.0.0.1:{port}/',
    'https://user:password@127.0.0.1:{port}/',
    'https://example.com@127.0.0.1:{port}/',
    'https://example.com%23@127.0.0.1:{port}/',
    'https://[::1]:{port}/',
    'https://[0:0:0:0:0:0:0:1]:{port}/',
    'https://[::ffff:127.0.0.1]:{port}/',
    'https://[::ffff:7f00:1]:{port}/',
    'https://[0:0:0:0:0:ffff:7f00:0001]:{port}/',
  ],
  unspecified: [
    'https://0.0.0.0:{port}/',
    'https://0:{port}/',
    'https://0x0:{port}/',
    'https://00:{port}/',
    'https://[::]:{port}/',
  ],
  private: [
    'https://10.0.0.1/',
    'https://10.255.255.255/',
    'https://172.16.0.1/',
    'https://172.31.255.255/',
    'https://192.168.0.1/',
    'https://192.168.1.1:8443/admin',
    'https://0xc0a80001/',
    'https://3232235521/',
    'https://012.0.0.1/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::ffff:c0a8:1]/',
  ],
  'link-local': [
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://0xa9fea9fe/',
    'https://0xa9.0xfe.0xa9.0xfe/',
    'https://0251.0376.0251.0376/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fe80::1]/',
    'https://[febf::1]/',
  ],
  'unique-local': ['https://[fc00::1]/', 'https://[fd00:ec2::254]/latest/meta-data/', 'https://[fec0::1]/'],
  'carrier-grade NAT': ['https://100.64.0.1/', 'https://100.100.100.200/latest/meta-data/', 'https://100.127.255.255/'],
  multicast: ['https://224.0.0.1/', 'https://239.255.255.250/', 'https://[ff02::1]/'],
  'cloud platform': [
    'https://168.63.129.16/machine?comp=goalstate',
    'https://0xa83f8110:32526/vmSettings',
    'https://[::ffff:168.63.129.16]/',
  ],
  broadcast: ['https://255.255.255.255/', 'https://0xffffffff/', 'https://4294967295/'],
  reserved: [
    'https://240.0.0.1/',
    'https://192.0.0.1/',
    'https://192.88.99.1/',
    'https://[100::1]/',
    'https://[4000::1]/',
  ],
  benchmarking: ['https://198.18.0.1/', 'https://198.19.255.255/', 'https://[2001:2::1]/'],
  documentation: [
    'https://192.0.2.1/',
    'https://198.51.100.1/',
    'https://203.0.113.1/',
    'https://[2001:db8::1]/',
    'https://[3fff::1]/',
  ],
  'IPv4-compatible': ['https://[::127.0.0.1]:{port}/', 'https://[::7f00:1]:{port}/', 'https://[::a9fe:a9fe]/'],
  'IPv4-translated': ['https://[::ffff:0:127.0.0.1]:{port}/'],
  NAT64: ['https://[64:ff9b::127.0.0.1]:{port}/', 'https://[64:ff9b::a9fe:a9fe]/', 'https://[64:ff9b:1::10.0.0.1]/'],
  '6to4': ['https://[2002:7f00:1::]:{port}/', 'https://[2002:a9fe:a9fe::1]/'],
  Teredo: ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/'],
};

/** Names and the addresses they lead to. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:127.0.0.1'],
  'wrapped.test': ['64:ff9b::7f00:1'],
  'metadata.test': ['169.254.169.254'],
  'inside.test': ['10.1.2.3'],
  'twice.test': ['10.1.2.3', 'fd00::1'],
  'scoped.test': ['fe80::1%eth0'],
  'nonsense.test': ['127.0.0.1 '],
};

/** The resources that Node creates for packets to leave: connections, look-ups, datagrams. */
const LEAVES = ['TCPCONNECTWRAP', 'PIPECONNECTWRAP', 'GETADDRINFOREQWRAP', 'QUERYWRAP', 'UDPSENDWRAP'];

let there: Receiver;
const left: string[] = [];
const hook = createHook({ init: (_id, type) => void (LEAVES.includes(type) && left.push(type)) });
beforeAll(async () => {
  there = await startReceiver();
  hook.enable();
});
afterAll(async () => {
  hook.disable();
  await there.close();
});
beforeEach(() => left.splice(0));

const refused: RefusedAddress[] = [];
const nothingAllowed = testSender({
  resolver: names(NAMES),
  allowed: [],
  onRefused: (address) => refused.push(address),
});
const [v4, v6] = [parseAddressRange('127.0.0.0/8')!, parseAddressRange('::1/128')!];

describe('the egress guard', () => {
  const targets = Object.entries(LITERALS).flatMap(([what, urls]) => urls.map((url) => [url, what] as const));

  it('is tested with many targets', () => {
    expect(new Set(targets.map(([url]) => url)).size).toBe(targets.length);
    expect(targets.length + Object.keys(NAMES).length).toBeGreaterThanOrEqual(90);
  });

  it.each(targets)('refuses %s: %s', async (target, what) => {
    const result = await nothingAllowed.send(webhookTo(target.replace('{port}', String(there.port))));
    expect(result).toMatchObject({
      kind: 'failed',
      stage: 'guard',
      error: expect.stringMatching(new RegExp(`^guard: \\S+ is not public \\(${what}\\)$`)),
      resolvedIp: null,
      reached: 'unknown',
    });
    expect([left, there.connections]).toEqual([[], 0]);
  });

  it.each(Object.keys(NAMES))(
    'refuses %s for its address, and shows the address to the operator only',
    async (name) => {
      refused.splice(0);
      const result = await nothingAllowed.send(webhookTo(`https://${name}:${there.port}/`));
      expect(result).toMatchObject({
        kind: 'failed',
        stage: 'guard',
        error: `guard: the address of ${name} is not public`,
        resolvedIp: null,
      });
      expect(refused).toEqual([{ host: name, address: NAMES[name]![0], reason: expect.stringMatching(/./) }]);
      expect([left, there.connections]).toEqual([[], 0]);
    },
  );

  it.each([
    'http://receiver.test/',
    'ftp://receiver.test/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'javascript:0',
    '//127.0.0.1/',
    'https://',
    '',
  ])('refuses %p as a target', async (target) => {
    const result = await nothingAllowed.send(webhookTo(target));
    expect(result).toMatchObject({
      kind: 'failed',
      error: 'guard: the target is not an https URL',
      reached: 'unknown',
    });
    expect(left).toEqual([]);
  });

  it('refuses a name without an address', async () => {
    const nowhere = testSender({ resolver: names({ 'nowhere.test': [] }) });
    expect(await nowhere.send(webhookTo('https://nowhere.test/'))).toMatchObject({
      stage: 'guard',
      error: 'guard: nowhere.test has no address',
    });
  });

  it('allows a configured range and its IPv4-mapped form, but no other embedding', async () => {
    const opened = testSender({ resolver: names(NAMES), allowed: [v4] });
    const to = (host: string) => opened.send(webhookTo(`https://${host}:${there.port}/`));
    expect(await to('127.0.0.1')).toMatchObject({ kind: 'answered' });
    expect(await to('0x7f.1')).toMatchObject({ kind: 'answered' });
    // No certificate is valid for this address: the stage proves that the guard let it pass.
    expect(await to('[::ffff:127.0.0.1]')).toMatchObject({ stage: 'tls' });
    for (const host of ['[::1]', '[64:ff9b::127.0.0.1]', '[::127.0.0.1]', '[2002:7f00:1::]']) {
      expect(await to(host)).toMatchObject({ stage: 'guard' });
    }
    await opened.close();
  });

  it('checks a name at each connection: one that moves to an internal address is refused', async () => {
    const rebound = { 'moves.test': ['127.0.0.1'] };
    const sender = testSender({ resolver: names(rebound), allowed: [v4] });
    expect(await sender.send(webhookTo(`https://moves.test:${there.port}/`))).toMatchObject({ stage: 'tls' });
    rebound['moves.test'] = ['10.0.0.1'];
    left.splice(0);
    expect(await sender.send(webhookTo(`https://moves.test:${there.port}/`))).toMatchObject({ stage: 'guard' });
    expect(left).toEqual([]);
    await sender.close();
  });

  it('of a name that also has internal addresses uses only the allowed ones', async () => {
    for (const addresses of [
      ['10.0.0.1', '127.0.0.1', 'fd00::1'],
      ['::1', '127.0.0.1'],
    ]) {
      left.splice(0);
      const sender = testSender({ resolver: names({ 'receiver.test': addresses }), allowed: [v4] });
      expect(await sender.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered', resolvedIp: '127.0.0.1' });
      expect(left).toEqual(['TCPCONNECTWRAP']);
      await sender.close();
    }
  });

  it('resolves a name once, and connects to the checked address', async () => {
    let asked = 0;
    const resolver = { resolve: async () => [(asked += 1) === 1 ? '127.0.0.1' : '10.0.0.1'] };
    const sender = testSender({ resolver, allowed: [v4, v6] });
    expect(await sender.send(webhookTo(there.origin))).toMatchObject({ kind: 'answered', resolvedIp: '127.0.0.1' });
    expect(asked).toBe(1);
    expect(left.filter((type) => type !== 'TCPCONNECTWRAP')).toEqual([]);
    await sender.close();
  });
});

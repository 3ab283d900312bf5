import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { Timers } from '#kernel';
import { VirtualTimers } from '#kernel/testing';
import { type NameServer, startNameServer, type Zone } from '../testing/index.js';
import { SystemResolver } from './name-resolver.js';

const A = [93, 184, 215, 14];
const AAAA = [0x26, 0x06, 0x28, 0, 0x02, 0x20, 0, 0x01, 0x02, 0x48, 0x18, 0x93, 0x25, 0xc8, 0x19, 0x46];

let server: NameServer | undefined;
afterEach(() => {
  server?.close();
  server = undefined;
});

/** A resolver whose only name server has this zone. `asked` is called with each question. */
async function resolverOf(
  zone: Zone,
  asked: (name: string) => void = () => undefined,
  timers: Timers = new VirtualTimers(),
): Promise<SystemResolver> {
  server = await startNameServer(zone, asked);
  return new SystemResolver(timers, [server.address]);
}

const never = new AbortController().signal;

describe('names of the DNS', () => {
  it('have all addresses of both kinds', async () => {
    const resolver = await resolverOf((_name, type) => (type === 'A' ? A : AAAA));
    expect(await resolver.resolve('hooks.example.com', never)).toEqual([
      '93.184.215.14',
      '2606:2800:220:1:248:1893:25c8:1946',
    ]);
  });

  it('may have addresses of one kind only', async () => {
    const resolver = await resolverOf((_name, type) => (type === 'A' ? [] : AAAA));
    expect(await resolver.resolve('hooks.example.com.', never)).toEqual(['2606:2800:220:1:248:1893:25c8:1946']);
  });

  it.each([
    ['A', 'AAAA', ['93.184.215.14']],
    ['AAAA', 'A', ['2606:2800:220:1:248:1893:25c8:1946']],
  ] as const)('of the kind %s are waited for, and %s for 300 ms more alone', async (there, _silent, addresses) => {
    const timers = new VirtualTimers();
    let asked = 0;
    const resolver = await resolverOf(
      (_name, type) => (type !== there ? undefined : type === 'A' ? A : AAAA),
      () => void (asked += 1),
      timers,
    );
    const result = resolver.resolve('hooks.example.com', never);
    while (timers.size === 0) await new Promise((done) => setImmediate(done));
    timers.advance(299);
    expect(timers.size).toBe(1);
    timers.advance(1);
    expect(timers.size).toBe(0);
    expect(await result).toEqual(addresses);
    // The question was not repeated, as it would be after two seconds.
    expect(asked).toBeLessThanOrEqual(2);
  });

  it('leave no timer behind', async () => {
    const timers = new VirtualTimers();
    const resolver = await resolverOf((_name, type) => (type === 'A' ? A : AAAA), undefined, timers);
    expect(await resolver.resolve('hooks.example.com', never)).toHaveLength(2);
    expect(timers.size).toBe(0);
  });

  it('that do not exist are unknown, also to the resolver of the system', async () => {
    const resolver = await resolverOf(() => 'NXDOMAIN');
    await expect(resolver.resolve('nowhere.invalid', never)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('that a name server fails on differ from those that do not exist', async () => {
    const resolver = await resolverOf((_name, type) => (type === 'A' ? 'SERVFAIL' : []));
    await expect(resolver.resolve('hooks.example.com', never)).rejects.toMatchObject({ code: 'ESERVFAIL' });
  });

  it.each(['a..b.example.com', '..', `${'x'.repeat(64)}.example.com`, 'x'.repeat(64), `${'a.'.repeat(127)}com`])(
    'are invalid, and no name server is asked: %s',
    async (name) => {
      const asked: string[] = [];
      const resolver = await resolverOf(
        () => A,
        (one) => void asked.push(one),
      );
      await expect(resolver.resolve(name, never)).rejects.toMatchObject({ code: 'EBADNAME' });
      expect(asked).toEqual([]);
    },
  );

  it('are not waited for once they are aborted', async () => {
    const abort = new AbortController();
    const resolver = await resolverOf(
      () => undefined,
      () => abort.abort(),
    );
    await expect(resolver.resolve('silent.example.com', abort.signal)).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('do not wait for each other: a hundred with silent name servers delay no other', async () => {
    const resolver = await resolverOf((name) => (name.startsWith('silent') ? undefined : A));
    const silent = Array.from({ length: 100 }, (_, at) => {
      const abort = new AbortController();
      const failure = resolver
        .resolve(`silent-${at}.example.com`, abort.signal)
        .catch((error: NodeJS.ErrnoException) => error.code);
      return { abort, failure };
    });
    expect(await resolver.resolve('hooks.example.com', never)).toEqual(['93.184.215.14']);
    for (const { abort } of silent) abort.abort();
    expect(await Promise.all(silent.map(({ failure }) => failure))).toEqual(Array(100).fill('ECANCELLED'));
  });
});

describe('names of the local machine', () => {
  it('without a dot are not asked of the DNS', async () => {
    const asked: string[] = [];
    const resolver = await resolverOf(
      () => A,
      (name) => void asked.push(name),
    );
    expect(await resolver.resolve('localhost', never)).toContain('127.0.0.1');
    expect(asked).toEqual([]);
  });

  it('are found without DNS; if not, the failure of DNS is reported', async () => {
    const closed = createSocket('udp4').bind(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address();
    closed.close();
    const resolver = new SystemResolver(new VirtualTimers(), [`127.0.0.1:${port}`]);
    expect(await resolver.resolve('localhost.', never)).toContain('127.0.0.1');
    await expect(resolver.resolve('nowhere.invalid', never)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

import { Socket } from 'node:net';
import { VirtualTimers } from '#kernel/testing';
import {
  authority,
  failure,
  fullBacklog,
  HEAD,
  names,
  shareOpen,
  startSpeaking,
  startTcp,
  startTls,
  testSender,
  webhookTo,
} from '../testing/index.js';
import { CONNECT_MS } from './undici-webhook-sender.js';

const keep = shareOpen();

describe('a receiver with several addresses', () => {
  it('is reached by any of them', async () => {
    const there = keep(await startSpeaking((socket) => socket.end(`${HEAD}content-length: 0\r\n\r\n`)));
    const sender = keep(testSender({ resolver: names({ 'receiver.test': ['127.0.0.2', '127.0.0.1'] }) }));
    expect(await sender.send(webhookTo(`https://receiver.test:${there.port}/`))).toMatchObject({
      kind: 'answered',
      resolvedIp: '127.0.0.1',
    });
  });

  it('fails like the last one, of three at most', async () => {
    const there = await startTcp(() => undefined);
    await there.close();
    const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'];
    const sender = keep(testSender({ resolver: names({ 'receiver.test': addresses }) }));
    const result = await sender.send(webhookTo(`https://receiver.test:${there.port}/`));
    expect(result).toEqual(failure('connect', /.*ECONNREFUSED/, { resolvedIp: '127.0.0.4' }));
  });

  it('shares the connect timeout between them', async () => {
    const full = await fullBacklog();
    const timers = new VirtualTimers();
    const sender = keep(testSender({ timers, resolver: names({ 'receiver.test': ['127.0.0.1', '127.0.0.1'] }) }));
    const result = sender.send(webhookTo(`https://receiver.test:${full.port}/`));
    for (let tried = 0; tried < 2; tried += 1) {
      while (timers.size < 2) await new Promise((resolve) => setImmediate(resolve));
      timers.advance(CONNECT_MS / 2);
    }
    expect(await result).toEqual(failure('connect', /no end within 5 s/, { reached: 'no' }));
    await full.close();
  });

  describe('fails with the most specific error', () => {
    /** Addresses, each with an error of its own, the same on every machine that runs the tests. */
    const codes: Readonly<Record<string, string>> = {
      '127.1.0.1': 'ENETUNREACH',
      '127.1.0.2': 'ENETUNREACH',
      '127.2.0.1': 'EHOSTUNREACH',
      '127.3.0.1': 'EADDRNOTAVAIL',
    };
    const { connect: real } = Object.getOwnPropertyDescriptors(Socket.prototype);
    beforeAll(() => {
      Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
        const { host } = (Array.isArray(args[0]) ? args[0][0] : args[0]) as { readonly host: string };
        const code = codes[host];
        if (code === undefined) return Reflect.apply(real.value as () => Socket, this, args);
        setImmediate(() => this.destroy(Object.assign(new Error(`connect ${code} ${host}`), { code })));
        return this;
      } as typeof Socket.prototype.connect;
    });
    afterAll(() => void Object.defineProperty(Socket.prototype, 'connect', real));

    it.each([
      ['a refusal and no route', ['127.0.0.1', '127.1.0.1'], 'ECONNREFUSED', '127.0.0.1', 'yes'],
      ['no route and a refusal', ['127.1.0.1', '127.0.0.1'], 'ECONNREFUSED', '127.0.0.1', 'yes'],
      ['a refusal and a host out of reach', ['127.0.0.1', '127.2.0.1'], 'ECONNREFUSED', '127.0.0.1', 'yes'],
      ['a host out of reach and no route', ['127.2.0.1', '127.1.0.1'], 'EHOSTUNREACH', '127.2.0.1', 'no'],
      ['no route to any', ['127.1.0.1', '127.1.0.2'], 'ENETUNREACH', '127.1.0.2', 'no_route'],
      ['no route and no such family', ['127.1.0.1', '127.3.0.1'], 'EADDRNOTAVAIL', '127.3.0.1', 'no_route'],
    ] as const)('%s', async (_what, addresses, code, resolvedIp, reached) => {
      const closed = await startTcp(() => undefined);
      await closed.close();
      const sender = keep(testSender({ resolver: names({ 'receiver.test': addresses }) }));
      const result = await sender.send(webhookTo(`https://receiver.test:${closed.port}/`));
      expect(result).toEqual(failure('connect', new RegExp(`.*${code}`), { resolvedIp, reached }));
    });

    it('an invalid certificate, and a refused connection', async () => {
      const there = keep(await startTls(() => undefined, authority.issue(['example.com'])));
      const sender = keep(testSender({ resolver: names({ 'receiver.test': ['127.0.0.1', '127.0.0.2'] }) }));
      const result = await sender.send(webhookTo(`https://receiver.test:${there.port}/`));
      expect(result).toEqual(failure('tls', /Hostname\/IP/));
    });
  });
});

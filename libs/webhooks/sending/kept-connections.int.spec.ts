import type { TLSSocket } from 'node:tls';
import { VirtualTimers } from '#kernel/testing';
import {
  failure,
  HEAD,
  type Listening,
  names,
  shareOpen,
  startSpeaking,
  testSender,
  webhookTo,
} from '../testing/index.js';
import { ATTEMPT_MS } from './undici-webhook-sender.js';

const keep = shareOpen();

describe('a reused connection', () => {
  /** Answers the first request; the test decides about the second. */
  async function second(speak: (socket: TLSSocket) => void): Promise<Listening> {
    let requests = 0;
    const there = await startSpeaking((socket) => {
      requests += 1;
      if (requests === 1) socket.write(`${HEAD}content-length: 0\r\n\r\n`);
      else speak(socket);
    });
    return keep(there);
  }

  it('that hangs says nothing of the network, and is not replaced', async () => {
    const timers = new VirtualTimers();
    const sender = keep(testSender({ timers }));
    let stuck = (): void => undefined;
    const getsStuck = new Promise<void>((resolve) => (stuck = resolve));
    const there = await second(() => stuck());
    const target = webhookTo(`https://receiver.test:${there.port}/`);
    expect(await sender.send(target)).toMatchObject({ kind: 'answered' });
    const result = sender.send(target);
    await getsStuck.then(() => new Promise((resolve) => setImmediate(resolve)));
    timers.advance(ATTEMPT_MS);
    expect(await result).toEqual(failure('headers', /no end within 15 s/, { reached: 'unknown' }));
    expect(there.connections).toBe(1);
  });

  it('that breaks after the first byte is not stale: the request is not sent again', async () => {
    const there = await second((socket) => void socket.end('HTTP/1.1 2'));
    const sender = keep(testSender());
    const target = webhookTo(`https://receiver.test:${there.port}/`);
    expect(await sender.send(target)).toMatchObject({ kind: 'answered' });
    expect(await sender.send(target)).toEqual(failure('headers', /other side closed/));
    expect(there.connections).toBe(1);
  });

  it.each<[string, (socket: TLSSocket) => void]>([
    ['is ended', (socket) => void socket.end()],
    ['is cut', (socket) => void socket.destroy()],
  ])('that %s without an answer is replaced, and the request is sent again', async (_what, speak) => {
    const there = await second(speak);
    const sender = keep(testSender());
    const target = webhookTo(`https://receiver.test:${there.port}/`);
    await sender.send(target);
    // The third request, over the second connection, ends like the second: it is a failure of the receiver.
    expect(await sender.send(target)).toEqual(failure('headers', /other side closed|.*ECONNRESET/));
    expect(there.connections).toBe(2);
  });

  it('that is aborted is not replaced', async () => {
    const sender = keep(testSender());
    const there = await second(() => sender.abortAll());
    const target = webhookTo(`https://receiver.test:${there.port}/`);
    await sender.send(target);
    await expect(sender.send(target)).rejects.toThrow('the attempt was aborted');
    expect(there.connections).toBe(1);
  });

  it('is used for a minute at most: then the name is resolved and checked again', async () => {
    const there = keep(await startSpeaking((socket) => void socket.write(`${HEAD}content-length: 0\r\n\r\n`)));
    let now = 5_000;
    const leadsTo = { 'receiver.test': ['127.0.0.1'] };
    const sender = keep(testSender({ steadyClock: { now: () => now }, resolver: names(leadsTo) }));
    const target = webhookTo(`https://receiver.test:${there.port}/`);
    const connections = async (): Promise<number> => {
      expect(await sender.send(target)).toMatchObject({ kind: 'answered' });
      return there.connections;
    };
    expect(await connections()).toBe(1);
    now += 59_999;
    expect(await connections()).toBe(1);
    now += 1;
    expect(await connections()).toBe(2);
    now += 60_000;
    leadsTo['receiver.test'] = ['10.0.0.1'];
    expect(await sender.send(target)).toMatchObject({ stage: 'guard' });
  });

  describe('that is idle', () => {
    const { jest: time } = import.meta;
    // For undici's timers, which cannot be injected; nothing else in this file depends on time.
    const others = [
      'setImmediate',
      'clearImmediate',
      'nextTick',
      'queueMicrotask',
      'performance',
      'hrtime',
      'Date',
    ] as const;
    beforeEach(() => void time.useFakeTimers({ doNotFake: [...others] }));
    afterEach(() => void time.useRealTimers());

    it.each([
      ['for 4 s if the receiver does not say for how long', '', 4_000],
      ['for as long as the receiver says, less two seconds for the way', 'keep-alive: timeout=10\r\n', 8_000],
      ['for 60 s at most', 'keep-alive: timeout=600\r\n', 60_000],
    ])('is used %s', async (_what, header, milliseconds) => {
      const there = keep(
        await startSpeaking((socket) => void socket.write(`${HEAD}${header}content-length: 0\r\n\r\n`)),
      );
      const sender = keep(testSender());
      const target = webhookTo(`https://receiver.test:${there.port}/`);
      const connections = async (): Promise<number> => {
        expect(await sender.send(target)).toMatchObject({ kind: 'answered' });
        // Only after this turn does undici know that the connection is idle.
        await new Promise((resolve) => setImmediate(resolve));
        return there.connections;
      };
      expect(await connections()).toBe(1);
      time.advanceTimersByTime(milliseconds - 1);
      expect(await connections()).toBe(1);
      time.advanceTimersByTime(milliseconds);
      expect(await connections()).toBe(2);
    });
  });
});

import { EventEmitter } from 'node:events';
import { VirtualTimers } from '#kernel/testing';
import { sleepBy } from '../real-time.js';
import { HeartbeatWatchdog, type WatchedClient } from './heartbeat-watchdog.js';

/** A client whose heartbeats a test emits, and that records its closes and connects. */
class FakeClient extends EventEmitter {
  readonly calls: string[] = [];
  /** Number of connects that fail from now on. */
  failing = 0;
  /** If set, connects wait for it. */
  until: Promise<void> | undefined;

  async connect(): Promise<void> {
    this.calls.push('connect');
    await this.until;
    if (this.failing === 0) return;
    this.failing -= 1;
    throw new Error('no server');
  }

  async close(): Promise<void> {
    this.calls.push('close');
  }

  begin(connectionId = 'a:1', awaited = false): void {
    this.emit('serverHeartbeatStarted', { connectionId, awaited });
  }

  end(how: 'Succeeded' | 'Failed', connectionId = 'a:1'): void {
    this.emit(`serverHeartbeat${how}`, { connectionId });
  }
}

describe('the watch over heartbeats of the driver', () => {
  let client: FakeClient;
  let timers: VirtualTimers;
  let sentences: string[];
  let watchdog: HeartbeatWatchdog;

  beforeEach(() => {
    client = new FakeClient();
    timers = new VirtualTimers();
    sentences = [];
    const log = (sentence: string) => void sentences.push(sentence);
    watchdog = new HeartbeatWatchdog({ client: client as unknown as WatchedClient, sleep: sleepBy(timers), log });
  });

  afterEach(() => watchdog.close());

  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      timers.advance(1_000);
      await settle();
    }
  };

  it('reconnects, once, when a heartbeat does not end within 8 s', async () => {
    client.begin();
    await pass(7);
    expect(client.calls).toEqual([]);
    await pass(1);
    expect(client.calls).toEqual(['close', 'connect']);
    expect(sentences).toEqual([expect.stringContaining('a:1')]);
    await pass(100);
    expect(client.calls).toEqual(['close', 'connect']);
  });

  it.each(['Succeeded', 'Failed'] as const)('leaves a client alone whose heartbeats end: %s', async (how) => {
    for (let beat = 0; beat < 20; beat += 1) {
      client.begin('a:1', beat % 2 === 0);
      await pass(6);
      client.end(how);
      await pass(2);
    }
    expect(client.calls).toEqual([]);
  });

  it('is not misled by the heartbeats of another server', async () => {
    client.begin('a:1');
    for (let second = 0; second < 8; second += 1) {
      client.begin('b:1');
      await pass(1);
      client.end('Succeeded', 'b:1');
    }
    expect(client.calls).toEqual(['close', 'connect']);
  });

  it('expects nothing of a server that is not monitored any more', async () => {
    client.begin();
    client.emit('serverClosed', { address: 'a:1' });
    await pass(100);
    expect(client.calls).toEqual([]);
  });

  it('does not take a pause of the process for a hung heartbeat', async () => {
    client.begin();
    timers.advance(60_000);
    await settle();
    client.end('Succeeded');
    await pass(8);
    expect(client.calls).toEqual([]);
  });

  it('retries until a server answers, and then continues watching', async () => {
    client.failing = 3;
    client.begin();
    await pass(8 + 3);
    expect(client.calls).toEqual(['close', 'connect', 'close', 'connect', 'close', 'connect', 'close', 'connect']);
    client.begin();
    await pass(8);
    expect(client.calls.length).toBe(10);
    expect(sentences.length).toBe(2);
  });

  it('closes the client for good, also while it reconnects', async () => {
    let answer!: () => void;
    client.until = new Promise((resolve) => (answer = resolve));
    client.begin();
    await pass(8);
    expect(client.calls).toEqual(['close', 'connect']);
    const closed = watchdog.close();
    await settle();
    answer();
    await closed;
    expect(client.calls.at(-1)).toBe('close');
    expect(client.calls.filter((call) => call === 'connect').length).toBe(1);
    expect(timers.size).toBe(0);
  });
});

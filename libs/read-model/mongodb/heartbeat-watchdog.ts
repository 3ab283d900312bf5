import type { MongoClient } from 'mongodb';
import type { Sleep } from '../real-time.js';
import { inTime } from './errors.js';

/** The part of the driver's client that the watchdog uses. */
export type WatchedClient = Pick<MongoClient, 'on' | 'connect' | 'close'>;

export interface HeartbeatWatchdogOptions {
  readonly client: WatchedClient;
  readonly sleep: Sleep;
  /** Gets one sentence for the log each time the client is reconnected. */
  readonly log: (sentence: string) => void;
}

/**
 * Milliseconds between two checks of the heartbeats under way. Checks are counted and no clock is read: a process that
 * was paused counts one.
 */
export const LOOK_MS = 1_000;
/**
 * Checks after which a heartbeat hangs. The driver ends a polled one within 5 s (2.5 s for the socket, 2.5 s for the
 * answer) and an awaited one, which the server delays for heartbeatFrequencyMS, within 2 s + 2.5 s; `open-client.ts`
 * sets these times, and a URL cannot. A limit below them would end good connections.
 */
export const HUNG_LOOKS = 8;
/** Milliseconds between two attempts to reconnect; the driver itself waits 3 s for a server before an attempt fails. */
const RETRY_MS = 500;
/** Milliseconds: the driver's close may wait for a server; the next attempt closes again. */
const CLOSE_MS = 5_000;

/**
 * Reconnects the driver's client when a heartbeat never ends. The driver (7.9.0) waits for `drain` on a socket that may
 * be destroyed already, and then for ever; its monitor begins no other heartbeat, so a server that was unreachable
 * stays unknown to the client until the process ends. Collection objects survive a close and a connect of their client;
 * calls under way fail, as in any outage.
 *
 * States: watching → (a heartbeat under way for HUNG_LOOKS checks) reconnecting, until that succeeds → watching.
 * `close` ends both.
 */
export class HeartbeatWatchdog {
  /** Checks of the heartbeat under way, by the server's address. */
  private readonly looks = new Map<string, number>();
  private readonly stop = new AbortController();
  private readonly watching: Promise<void>;

  constructor(private readonly options: HeartbeatWatchdogOptions) {
    const { client } = options;
    client.on('serverHeartbeatStarted', ({ connectionId }) => void this.looks.set(connectionId, 0));
    client.on('serverHeartbeatSucceeded', ({ connectionId }) => void this.looks.delete(connectionId));
    client.on('serverHeartbeatFailed', ({ connectionId }) => void this.looks.delete(connectionId));
    // A server that left its replica set, or whose client was closed, ends no heartbeat.
    client.on('serverClosed', ({ address }) => void this.looks.delete(address));
    this.watching = this.watch();
  }

  /** Closes the client for good: a connect under way is undone. */
  async close(): Promise<void> {
    const { client } = this.options;
    this.stop.abort();
    await client.close();
    await this.watching;
    await client.close();
  }

  private async watch(): Promise<void> {
    const { signal } = this.stop;
    while (!signal.aborted) {
      await this.options.sleep(LOOK_MS, signal);
      const hung = this.nextHung();
      if (hung === undefined || signal.aborted) continue;
      this.options.log(`The driver of MongoDB has lost its watch over ${hung}: connecting anew.`);
      await this.connectAnew(signal);
    }
  }

  /** Counts one check of each heartbeat under way. @returns a server whose heartbeat hangs */
  private nextHung(): string | undefined {
    let hung: string | undefined;
    for (const [server, looks] of this.looks) {
      this.looks.set(server, looks + 1);
      if (looks + 1 >= HUNG_LOOKS) hung = server;
    }
    return hung;
  }

  private async connectAnew(signal: AbortSignal): Promise<void> {
    const { client, sleep } = this.options;
    while (!signal.aborted) {
      try {
        await inTime(() => client.close(), CLOSE_MS);
        this.looks.clear();
        if (!signal.aborted) await client.connect();
        return;
      } catch {
        // No server answers: health reports it by the servers that the driver does not find.
        await sleep(RETRY_MS, signal);
      }
    }
  }
}

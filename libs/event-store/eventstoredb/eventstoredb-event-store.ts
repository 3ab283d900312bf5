import { setMaxListeners } from 'node:events';
import type { NewEvent, Position, RecordedEvent, ServerTime } from '#kernel';
import type { Decoding } from '../decode.js';
import { StoreUnavailableError } from '../event-store.js';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  FollowBatch,
  FollowOptions,
  ReadOptions,
} from '../event-store.js';
import { Appender } from './appender.js';
import type { Client } from './client.js';
import { decode } from './decode.js';
import { Follower } from './follow.js';
import { openClient } from './open.js';
import { writePosition } from './position.js';
import { Pulse } from './pulse.js';
import { readBounded } from './read.js';
import { TIMINGS } from './timings.js';
import type { Timings } from './timings.js';
import { withTimeout } from './waiting.js';

export interface EventStoreDbOptions extends Decoding {
  /** A connection string: `esdb://…` or `esdb+discover://…`. */
  readonly url: string;
  /** Milliseconds to wait for a server that does not answer yet. Default 10,000. */
  readonly openTimeoutMs?: number;
  /** For tests of faults only. */
  readonly timings?: Partial<Timings>;
}

/**
 * The event store of the distributed pair (docs/architecture.md#ports): EventStoreDB or KurrentDB, one node or a
 * cluster, always its leader. Any number of processes append; the expected revision keeps their appends apart.
 */
export class EventStoreDbEventStore implements EventStore {
  readonly singleWriter = false;
  private readonly appender: Appender;
  private readonly pulse: Pulse;
  private readonly followers = new Set<Follower>();
  private readonly closed = new AbortController();
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly client: Client,
    private readonly decoding: Decoding,
    private readonly timings: Timings,
  ) {
    this.pulse = new Pulse((limit) => client.readEnd(limit), timings, this.closed.signal);
    this.appender = new Appender({
      timings,
      openAppends: () => client.openAppends(),
      positionOf: (stream, revision, id) => this.positionOf(stream, revision, id),
    });
    // Every read and follower listens to it.
    setMaxListeners(0, this.closed.signal);
    void this.pulse.beat();
  }

  /**
   * Connects to a server and checks that it can be used.
   * @throws StoreOpenError no answer in time, wrong credentials, no EventStoreDB, too old, TLS against a server without
   * it
   */
  static async open(options: EventStoreDbOptions): Promise<EventStoreDbEventStore> {
    const { url, openTimeoutMs, timings, ...decoding } = options;
    const all = { ...TIMINGS, ...timings, ...(openTimeoutMs === undefined ? {} : { open: openTimeoutMs }) };
    return new EventStoreDbEventStore(await openClient(url, all), decoding, all);
  }

  /** @see EventStore.append */
  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    this.checkOpen();
    return this.appender.append(stream, events, expected);
  }

  /** @see EventStore.read */
  async read(stream: string, { from, backwards = false, limit }: ReadOptions): Promise<readonly RecordedEvent[]> {
    if (!(limit >= 1)) throw new RangeError(`a read is of at least 1 event, not ${limit}`);
    this.checkOpen();
    const start = () => this.client.readStream(stream, { from, backwards, limit });
    const found = await readBounded(start, this.timings.readSilence, this.closed.signal);
    return found.flatMap(({ event }) => (event ? [decode(event, this.decoding)] : []));
  }

  /** @see EventStore.follow */
  async *follow(options: FollowOptions): AsyncGenerator<FollowBatch, void, undefined> {
    const follower = new Follower(
      {
        ...{ client: this.client, pulse: this.pulse, decoding: this.decoding, timings: this.timings },
        closed: this.closed.signal,
      },
      options,
    );
    this.followers.add(follower);
    try {
      yield* follower.batches();
    } finally {
      this.followers.delete(follower);
    }
  }

  /**
   * The end of the whole log, events of other streams and of the server itself included; undefined while it is empty.
   * @throws StoreUnavailableError
   */
  async end(): Promise<Position | undefined> {
    const last = await this.last();
    return last && writePosition(last.position);
  }

  /** The time of the server's clock, to some seconds; undefined while it is not known. */
  serverTime(): ServerTime | undefined {
    return this.pulse.serverTime;
  }

  /**
   * When the newest event of the whole log was written, events of the server itself included, in milliseconds since
   * 1970 by the server's clock; undefined of an empty log.
   * @throws StoreUnavailableError
   */
  async newest(): Promise<number | undefined> {
    return (await this.last())?.created.getTime();
  }

  /** Undefined while the store works, else one sentence. It reports trouble within 5 s, and ends on its own. */
  health(): { readonly detail: string | undefined } {
    return { detail: this.closing ? CLOSED : this.trouble() };
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async last() {
    this.checkOpen();
    const [last] = await readBounded(() => this.client.readEnd(1), this.timings.readSilence, this.closed.signal);
    return last?.event;
  }

  private trouble(): string | undefined {
    const { trouble } = this.pulse;
    if (trouble !== undefined) return `The event store does not answer: ${trouble}.`;
    if (this.appender.waitingFor() > this.timings.appendTrouble) return 'The event store does not answer appends.';
    const now = performance.now();
    const lost = [...this.followers].find(({ lost }) => lost && now - lost.since > this.timings.followTrouble)?.lost;
    return lost && `The event store cannot be followed: ${lost.reason}.`;
  }

  private async positionOf(stream: string, revision: number, id: string): Promise<Position | undefined> {
    const start = () => this.client.readStream(stream, { from: revision, backwards: false, limit: 1 });
    const [found] = await readBounded(start, this.timings.readSilence, this.closed.signal);
    return found?.event?.position && found.event.id === id ? writePosition(found.event.position) : undefined;
  }

  private checkOpen(): void {
    if (this.closing) throw new StoreUnavailableError(CLOSED);
  }

  private async finish(): Promise<void> {
    await withTimeout(this.timings.close, this.appender.whenIdle(), 'no answer in time').catch(() => undefined);
    this.appender.close();
    this.closed.abort(new StoreUnavailableError(CLOSED));
    // The client may never finish (test/contract/eventstoredb/FACTS.md#read); by then no call of this store is open.
    await withTimeout(DISPOSE_MS, this.client.dispose(), 'not disposed of in time').catch(() => undefined);
  }
}

const CLOSED = 'The event store is closed.';

/** Milliseconds: the client releases its calls within a few, if at all. */
const DISPOSE_MS = 500;

import type { EventStore, FollowBatch } from '../../event-store.js';

/** Follows in the background and keeps the events, for tests that cause faults meanwhile. */
export class Collector {
  readonly batches: FollowBatch[] = [];
  private readonly stop = new AbortController();
  private readonly done: Promise<void>;
  private look = (): void => undefined;

  constructor(store: Pick<EventStore, 'follow'>, prefix: string, batchSize?: number) {
    const options = { prefixes: [prefix], signal: this.stop.signal, ...(batchSize === undefined ? {} : { batchSize }) };
    this.done = this.collect(store.follow(options));
  }

  /** `stream@revision` of every event, in the order of arrival. */
  get seen(): string[] {
    return this.batches.flatMap(({ events }) => events.map(({ stream, revision }) => `${stream}@${revision}`));
  }

  /** Resolves once the condition holds; checked after every batch. */
  until(holds: (collector: this) => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.look = () => holds(this) && resolve();
      this.look();
    });
  }

  caughtUp(): Promise<void> {
    return this.until(({ batches }) => batches.at(-1)?.caughtUp === true);
  }

  /** Resolves when this many events have arrived. */
  count(events: number): Promise<void> {
    return this.until(({ seen }) => seen.length >= events);
  }

  /** Ends the iteration; rejects with its error. */
  async end(): Promise<void> {
    this.stop.abort();
    await this.done;
  }

  private async collect(batches: AsyncIterable<FollowBatch>): Promise<void> {
    for await (const batch of batches) {
      this.batches.push(batch);
      this.look();
    }
  }
}

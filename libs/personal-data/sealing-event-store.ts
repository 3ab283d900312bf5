import {
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type FollowBatch,
  type FollowOptions,
  type ReadOptions,
  StoreUnavailableError,
} from '#event-store';
import type { EventSchemas, NewEvent, RecordedEvent, Timers } from '#kernel';
import { EventOpener } from './event-opener.js';
import { EventSealer } from './event-sealer.js';
import { asStoreError, OpenedLog } from './opened-log.js';
import { type KeysAtHand, type PersonalKeys, PersonalKeysError } from './personal-keys.js';

/** What a sealing event store needs. */
export interface SealingPorts {
  readonly store: EventStore;
  readonly keys: Pick<PersonalKeys, 'ensure' | 'get'> & Partial<KeysAtHand>;
  readonly schemas: Pick<EventSchemas, 'personal'>;
  readonly timers: Timers;
}

/**
 * An event store whose log holds personal data sealed, and whose callers have them open
 * (docs/adr/0040-personal-data-is-sealed-with-keys-that-can-be-shredded.md). A repeated append is sealed anew, and is
 * recognised by the ids of its events. Sizes count as sealed: `EventSchemas.bytesOfSealing` tells them before.
 */
export class SealingEventStore implements EventStore {
  private readonly sealer: EventSealer;
  private readonly log: OpenedLog;
  private readonly closed = new AbortController();
  private closing: Promise<void> | undefined;
  /** For each stream the last append that is being sealed; resolves once the store below has it, or it failed. */
  private readonly sealing = new Map<string, Promise<unknown>>();

  constructor(private readonly ports: SealingPorts) {
    const { store, keys, schemas, timers } = ports;
    this.sealer = new EventSealer(keys, schemas);
    this.log = new OpenedLog({ log: store, opener: new EventOpener(keys), timers, closed: this.closed.signal });
  }

  get singleWriter(): boolean {
    return this.ports.store.singleWriter;
  }

  /**
   * @see EventStore.append
   * @throws StoreUnavailableError also where keys cannot be had; nothing was written
   */
  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (this.closing) throw new StoreUnavailableError('The event store is closed.');
    const { store } = this.ports;
    const toSeal = this.sealer.gather(events);
    const before = this.sealing.get(stream);
    if (!before) {
      const sealed = this.sealer.sealAtOnce(toSeal);
      if (sealed) return store.append(stream, sealed, expected);
    }
    let answer: Promise<AppendResult> | undefined;
    const handedOver = Promise.allSettled([withKeys(() => this.sealer.seal(toSeal)), before]).then(([sealed]) => {
      if (sealed.status === 'rejected') return Promise.reject(sealed.reason as Error);
      answer = store.append(stream, sealed.value, expected);
      return undefined;
    });
    // Appends to a stream reach the store in the order in which they came: the next may expect this one's revision.
    const turn = handedOver.catch(() => undefined);
    this.sealing.set(stream, turn);
    try {
      await handedOver;
    } finally {
      if (this.sealing.get(stream) === turn) this.sealing.delete(stream);
    }
    return answer!;
  }

  /** @see OpenedLog.read */
  read(stream: string, options: ReadOptions): Promise<readonly RecordedEvent[]> {
    return this.log.read(stream, options);
  }

  /** @see OpenedLog.follow */
  follow(options: FollowOptions): AsyncIterable<FollowBatch> {
    return this.log.follow(options);
  }

  close(): Promise<void> {
    this.closing ??= this.finish();
    return this.closing;
  }

  private async finish(): Promise<void> {
    this.closed.abort();
    await Promise.all(this.sealing.values());
    await this.ports.store.close();
  }
}

/** @throws StoreUnavailableError keys cannot be had */
async function withKeys<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // Another SECRETS_KEY is the operator's to mend: until then nothing is written, and no worker gives up.
    throw error instanceof PersonalKeysError ? new StoreUnavailableError(error.message) : asStoreError(error);
  }
}

import type { DomainEvent, EventSchema, RecordedEvent } from '#kernel';
import type { EventStore } from './event-store.js';

/** The stream of the records of all skipped events, of whatever stream. */
export const SKIPS_STREAM = 'skips';

/** An operator has skipped an event: from now on it counts as one that changes nothing. */
export type EventSkipped = DomainEvent<
  'EventSkipped',
  {
    /** The stream of the skipped event. */
    readonly stream: string;
    readonly revision: number;
    /** The reason, in the words of the operator. */
    readonly reason: string;
  }
>;

export const SKIPS_SCHEMAS: readonly EventSchema[] = [{ type: 'EventSkipped', version: 1 }];

/** Whether an event is the record of a skip in its own stream, and not the replacement of a skipped event. */
export function isSkipRecord(event: RecordedEvent): event is RecordedEvent & EventSkipped {
  return event.stream === SKIPS_STREAM && event.type === 'EventSkipped';
}

/** Whether the record of a skip is read in place of an event. */
export function isSkipped(event: RecordedEvent): boolean {
  return event.stream !== SKIPS_STREAM && event.type === 'EventSkipped';
}

/** Records read in one call. */
const PAGE = 1_000;

/**
 * The events that operators have skipped (docs/adr/0022-an-unprojectable-event-holds-back-its-own-stream.md). Readers
 * of the log get the record in place of each: followers, heads and rebuilds all pass over the event, and its revision
 * still counts.
 */
export class SkippedEvents {
  private readonly records = new Map<string, RecordedEvent>();
  private next = 0;

  /**
   * Reads the records that were added to the log since the last call.
   * @returns whether there were any
   * @throws StoreUnavailableError
   */
  async refresh(store: Pick<EventStore, 'read'>): Promise<boolean> {
    const before = this.next;
    for (;;) {
      const events = await store.read(SKIPS_STREAM, { from: this.next, limit: PAGE });
      for (const event of events) this.learn(event);
      if (events.length < PAGE) return this.next > before;
    }
  }

  /** The revision that the next record will have. */
  get length(): number {
    return this.next;
  }

  /**
   * The record that replaces an event; undefined for one that was not skipped. Its stream and revision are its own, not
   * those of the event.
   */
  inPlaceOf(stream: string, revision: number): RecordedEvent | undefined {
    return this.records.size === 0 ? undefined : this.records.get(revisionName(stream, revision));
  }

  private learn(event: RecordedEvent): void {
    this.next = Math.max(this.next, event.revision + 1);
    if (!isSkipRecord(event)) return;
    const { stream, revision } = event.data;
    this.records.set(revisionName(stream, revision), event);
  }
}

function revisionName(stream: string, revision: number): string {
  return `${stream}@${revision}`;
}

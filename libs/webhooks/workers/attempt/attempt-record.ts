import { type EventStore, WrongExpectedRevisionError } from '#event-store';
import type { NewEvent } from '#kernel';
import { type DeliveryEvent, type DeliveryRow, deliveryStream, evolveDelivery } from '../../domain/index.js';

/** The events of one attempt, to be appended to its delivery's stream. */
export class AttemptRecord {
  /** The delivery after these events. */
  readonly after: DeliveryRow;

  constructor(
    private readonly store: Pick<EventStore, 'append'>,
    private readonly before: DeliveryRow,
    private readonly events: readonly (NewEvent & DeliveryEvent)[],
  ) {
    const stream = deliveryStream(before.delivery_id);
    this.after = events.reduce((row, event) => {
      const revision = row.revision + 1;
      return { ...evolveDelivery(row, { ...event, stream, revision: row.revision })!, revision };
    }, before);
  }

  /** The id of the DeliveryAttempted among them. */
  get eventId(): string {
    return this.events[0]!.id;
  }

  /**
   * Appends the events; may be repeated.
   * @returns false: another process recorded an attempt first, which counts in place of this one
   * @throws StoreUnavailableError
   */
  async append(): Promise<boolean> {
    const { revision, delivery_id } = this.before;
    try {
      // The nth event of the stream has revision n - 1; the row counts it as n.
      const expected = revision === 0 ? 'no_stream' : revision - 1;
      await this.store.append(deliveryStream(delivery_id), this.events, expected);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevisionError) return false;
      throw error;
    }
  }
}

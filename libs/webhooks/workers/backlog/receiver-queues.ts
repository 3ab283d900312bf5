import type { Admission } from '../admission/attempt-permits.js';
import { isDueBefore, type QueuedDelivery, receiverKey } from '../queued-delivery.js';

/** Deliveries held per receiver: enough to send from while the list is read for more. */
export const QUEUE_CAPACITY = 1_024;
/** Deliveries held for all receivers; those beyond are read again. A held delivery takes about half a kilobyte. */
const TOTAL_CAPACITY = 50_000;

/** The due deliveries that wait for a permit: one queue a receiver, each in the order of due times. */
export class ReceiverQueues<Item extends QueuedDelivery> {
  private readonly queues = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** @returns false: there is no room for the delivery, nor for those behind it in its receiver's queue */
  enqueue(item: Item): boolean {
    const key = receiverKey(item);
    const queue = this.queues.get(key) ?? [];
    if (queue.length >= QUEUE_CAPACITY || this.count >= TOTAL_CAPACITY) return false;
    let position = queue.length;
    // A row mostly belongs at the end; one that was projected late does not.
    while (position > 0 && isDueBefore(item, queue[position - 1]!)) position -= 1;
    queue.splice(position, 0, item);
    this.queues.set(key, queue);
    this.count += 1;
    return true;
  }

  /** Whether a receiver's queue has become so short that the list should be read for more. */
  isShort(receiver: string): boolean {
    return this.count < TOTAL_CAPACITY / 2 && (this.queues.get(receiver)?.length ?? 0) < QUEUE_CAPACITY / 2;
  }

  /** Takes out the head of the queue that the admission puts first; undefined: it allows none. */
  dequeue(admission: Admission): Item | undefined {
    let first: Item | undefined;
    for (const [head] of this.queues.values()) {
      if (admission.allows(head!) && (!first || admission.precedes(head!, first))) first = head!;
    }
    return first && this.shift(first);
  }

  clear(): void {
    this.queues.clear();
    this.count = 0;
  }

  private shift(first: Item): Item {
    const key = receiverKey(first);
    const queue = this.queues.get(key)!;
    queue.shift();
    if (queue.length === 0) this.queues.delete(key);
    this.count -= 1;
    return first;
  }
}

import { isDueBefore, receiverKey, type QueuedDelivery, type Admission } from '../admission/attempt-permits.js';

/** Held of one receiver: as many as are sent while the list is gone through for more. */
export const QUEUE_CAPACITY = 1_024;
/** Held in all; the others are found again. */
const TOTAL_CAPACITY = 50_000;

/** What is due and waits for its turn: one queue a receiver, each in the order of its time. */
export class ReceiverQueues<Item extends QueuedDelivery> {
  private readonly queues = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** False: there is no room, neither for this one nor for what comes after it in its receiver's queue. */
  enqueue(item: Item): boolean {
    const name = receiverKey(item);
    const queue = this.queues.get(name) ?? [];
    if (queue.length >= QUEUE_CAPACITY || this.count >= TOTAL_CAPACITY) return false;
    let place = queue.length;
    // Mostly it belongs at the end; a row that came late does not.
    while (place > 0 && isDueBefore(item, queue[place - 1]!)) place -= 1;
    queue.splice(place, 0, item);
    this.queues.set(name, queue);
    this.count += 1;
    return true;
  }

  /** Whether a receiver's queue has become so short that it is worth going through the to-do list for more. */
  isShort(receiver: string): boolean {
    return this.count < TOTAL_CAPACITY / 2 && (this.queues.get(receiver)?.length ?? 0) < QUEUE_CAPACITY / 2;
  }

  /** Takes out the first one of the queue whose turn it is. */
  dequeue(admission: Admission): Item | undefined {
    let first: Item | undefined;
    for (const [head] of this.queues.values()) {
      if (admission.allows(head!) && (!first || admission.precedes(head!, first))) first = head!;
    }
    return first && this.shift(first);
  }

  /** Takes out everything. */
  clear(): void {
    this.queues.clear();
    this.count = 0;
  }

  private shift(first: Item): Item {
    const name = receiverKey(first);
    const queue = this.queues.get(name)!;
    queue.shift();
    if (queue.length === 0) this.queues.delete(name);
    this.count -= 1;
    return first;
  }
}

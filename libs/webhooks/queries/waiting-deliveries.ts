import type { Timers } from '#kernel';
import type { ReadModel } from '#read-model';
import type { DeliveriesWaiting } from '#workspaces/domain';
import { DELIVERIES, type DeliveryStatus } from '../domain/index.js';

/**
 * Milliseconds until deliveries are counted anew: requests within this time may exceed the quota. To count a million
 * takes 0.1 s of CPU.
 */
const AGE_MS = 5_000;
/** The statuses of a delivery that has a next attempt. */
const WAITING: readonly DeliveryStatus[] = ['pending', 'retrying'];

interface Counted {
  waiting: number;
  /** The count is older than {@link AGE_MS}: it is taken anew when it is next asked for, and forgotten if it is not. */
  stale: boolean;
}

/**
 * Counts the deliveries of a workspace that have a next attempt. Their ends are events of streams that a decision does
 * not read (docs/adr/0017-deliveries-are-folded-by-the-one-follower.md), so they are counted in the rows, and the count
 * is not exact at any revision.
 */
export class WaitingDeliveries implements DeliveriesWaiting {
  private readonly counted = new Map<string, Counted>();

  constructor(
    private readonly readModel: Pick<ReadModel, 'count'>,
    private readonly timers: Timers,
  ) {}

  lastCounted(workspaceId: string): number {
    const known = this.counted.get(workspaceId);
    if (!known) this.begin(workspaceId, { waiting: 0, stale: false });
    else if (known.stale) this.begin(workspaceId, { ...known, stale: false });
    return known?.waiting ?? 0;
  }

  async count(workspaceId: string): Promise<number> {
    const counts = WAITING.map((status) =>
      this.readModel.count(DELIVERIES, { index: 'by_status', prefix: [workspaceId, status] }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }

  private begin(workspaceId: string, entry: Counted): void {
    this.counted.set(workspaceId, entry);
    this.count(workspaceId)
      // Rows that cannot be read now are counted at the next call.
      .then(
        (waiting) => (entry.waiting = waiting),
        () => undefined,
      )
      .finally(() => this.age(workspaceId, entry));
  }

  private age(workspaceId: string, entry: Counted): void {
    this.timers.set(AGE_MS, () => {
      if (this.counted.get(workspaceId) !== entry) return;
      if (entry.stale) this.counted.delete(workspaceId);
      else {
        entry.stale = true;
        this.age(workspaceId, entry);
      }
    });
  }
}

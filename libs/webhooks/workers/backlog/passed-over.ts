import type { Timers } from '#kernel';

/** Milliseconds until the row of a workspace whose writes are paused is read again. */
const PAUSED_MS = 5_000;

/**
 * Workspaces whose deliveries are passed over for a time, since their writes are paused: a long list of them must not
 * be held in memory until then, nor prepared again by each scan.
 */
export class PassedOver {
  /** What ends the time of each. */
  private readonly cancels = new Map<string, () => void>();

  constructor(private readonly timers: Timers) {}

  /** Whether deliveries are passed over now: a scan of the whole list reads all of them for nothing. */
  get isActive(): boolean {
    return this.cancels.size > 0;
  }

  has(workspaceId: string): boolean {
    return this.cancels.has(workspaceId);
  }

  /** Passes over a workspace from now on; `onEnd` is called once that is over. */
  add(workspaceId: string, onEnd: () => void): void {
    if (this.cancels.has(workspaceId)) return;
    const end = (): void => {
      this.cancels.delete(workspaceId);
      onEnd();
    };
    this.cancels.set(workspaceId, this.timers.set(PAUSED_MS, end));
  }

  /** Ends every wait; nothing is called for it. */
  stop(): void {
    for (const cancel of this.cancels.values()) cancel();
    this.cancels.clear();
  }
}

import type { Timers } from '#kernel';
import type { Progress } from '#read-model';

export interface PollLoopPorts {
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly timers: Timers;
  /**
   * Looks at the to-do list and begins what is due; resolves to when to look again, in milliseconds, where that is known. May reject: the
   * read model is away.
   */
  poll(): Promise<number | undefined>;
}

/** Looks so often at least: a lost wake-up must stop nothing, and the clock may be set. */
const POLL_INTERVAL_MS = 5_000;
/** Wake-ups within this time are one: progress is told after every batch of the follower. */
const DEBOUNCE_MS = 50;
const WAIT_FOR_ROWS_MS = 1_000;

/** When a worker looks at its to-do list, and what it has under way (consistency.md, Workers). */
export class PollLoop {
  private readonly running = new Set<Promise<unknown>>();
  private cancelTimer: (() => void) | undefined;
  private debouncing = false;
  /** Until there is a complete copy, which is then looked at. */
  private awaitsRows = true;
  private isStopped = false;
  private polling = false;
  /** It was time for another look while one was going on. */
  private pollAgain = false;

  constructor(private readonly ports: PollLoopPorts) {}

  /** Nothing further is to be begun. */
  get stopped(): boolean {
    return this.isStopped;
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.pollWhenReady();
  }

  /** The rows have moved: there may be something to do. While they are built anew they move too, and show what was done long ago. */
  wake(): void {
    if (!this.awaitsRows && !this.debouncing && !this.isStopped) this.pollIn(DEBOUNCE_MS, true);
  }

  /** Something is under way; it never rejects. */
  track(work: Promise<unknown>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /** Resolves when the rows show everything up to a revision, which they do already if it is `visible`, or when the worker is stopped. */
  async whenProjected(
    workspaceId: string,
    { revision, visible }: { readonly revision: number; readonly visible: boolean },
  ): Promise<void> {
    let rowsAreThere = visible;
    while (!rowsAreThere && !this.isStopped) {
      rowsAreThere = await this.ports.progress.whenComplete(workspaceId, revision, WAIT_FOR_ROWS_MS);
    }
  }

  /** Looks no more. */
  halt(): void {
    this.isStopped = true;
    this.cancelTimer?.();
  }

  /** Resolves when all that is under way now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  private pollIn(milliseconds: number, gathering: boolean): void {
    if (this.isStopped) return;
    this.cancelTimer?.();
    this.debouncing = gathering;
    this.cancelTimer = this.ports.timers.set(milliseconds, () => this.pollWhenReady());
  }

  /** The copy may have been lost since the last look: one that is being made anew shows as due what was done long ago. */
  private pollWhenReady(): void {
    this.awaitsRows = true;
    // Not tracked: the copy may never come, and whoever stops meanwhile has nothing under way.
    this.ports.progress.whenReady().then(
      () => {
        this.awaitsRows = false;
        if (!this.isStopped) this.track(this.pollOnce());
      },
      // Without a complete copy there is nothing to do; readiness tells why.
      () => undefined,
    );
  }

  /** One at a time: looks that take longer than the time between two must not pile up. */
  private async pollOnce(): Promise<void> {
    if (this.polling) {
      this.pollAgain = true;
      return;
    }
    this.polling = true;
    this.debouncing = false;
    let wait = POLL_INTERVAL_MS;
    try {
      wait = Math.min(wait, (await this.ports.poll()) ?? POLL_INTERVAL_MS);
    } catch {
      // The read model is away: the next look tries again, for ever.
    }
    this.polling = false;
    if (this.pollAgain) this.pollIn(DEBOUNCE_MS, true);
    else if (!this.debouncing && !this.awaitsRows) this.pollIn(wait, false);
    this.pollAgain = false;
  }
}

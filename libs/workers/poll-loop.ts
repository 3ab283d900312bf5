import type { Timers } from '#kernel';
import type { Progress } from '#read-model';

export interface PollLoopPorts {
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly timers: Timers;
  /**
   * Reads the to-do list and begins what is due.
   * @returns milliseconds until the next item is due, where that is known
   * @throws ReadModelUnavailableError the next poll reads it again
   */
  poll(): Promise<number | undefined>;
}

/**
 * Largest delay between two polls, in milliseconds: a wake-up may be lost, and the test clock may be set. Neither may
 * stop a worker for longer.
 */
const POLL_INTERVAL_MS = 15_000;
/** Milliseconds until a list that could not be read is read again. */
const UNREAD_MS = 5_000;
/** Milliseconds within which wake-ups are one poll: the follower wakes a worker after every batch of rows. */
const DEBOUNCE_MS = 50;
/** Milliseconds after which a wait for rows checks whether the worker was stopped, so that it ends within a second. */
const ROWS_TIMEOUT_MS = 1_000;

/**
 * Polls a to-do list while its rows are complete, and counts the work that is under way
 * (docs/reference/consistency.md#workers).
 *
 * - awaiting rows → polling: the rows are complete.
 * - polling → waiting: the list was read. The timer is set for the next due item, for the interval at most, or for the
 *   debounce time where a poll was asked for meanwhile. A list that could not be read is read again sooner.
 * - waiting → awaiting rows: the timer elapsed. A wake-up shortens it to the debounce time.
 * - any → stopped: `halt`.
 */
export class PollLoop {
  private readonly running = new Set<Promise<unknown>>();
  private cancelTimer: (() => void) | undefined;
  private debouncing = false;
  private awaitsRows = true;
  private isStopped = false;
  private polling = false;
  /** The timer elapsed while a poll was under way. */
  private pollAgain = false;

  constructor(private readonly ports: PollLoopPorts) {}

  /** No further work is to be begun. */
  get stopped(): boolean {
    return this.isStopped;
  }

  /** Begins to poll as soon as the rows are complete. */
  start(): void {
    this.pollWhenReady();
  }

  /**
   * Rows have changed, so items may be due. Ignored while the rows are being rebuilt: they show finished items as due.
   */
  wake(): void {
    if (!this.awaitsRows && !this.debouncing && !this.isStopped) this.pollIn(DEBOUNCE_MS, true);
  }

  /** Counts work as under way until it settles. @param work must not reject */
  track(work: Promise<unknown>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /**
   * Resolves when the rows show a workspace up to a revision, at once if the result is `visible` already; also when the
   * worker stops.
   */
  async whenProjected(
    workspaceId: string,
    { revision, visible }: { readonly revision: number; readonly visible: boolean },
  ): Promise<void> {
    let isProjected = visible;
    while (!isProjected && !this.isStopped) {
      isProjected = await this.ports.progress.whenComplete(workspaceId, revision, ROWS_TIMEOUT_MS);
    }
  }

  /** Polls no more. */
  halt(): void {
    this.isStopped = true;
    this.cancelTimer?.();
  }

  /** Resolves when all work that is under way now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  private pollIn(milliseconds: number, debouncing: boolean): void {
    if (this.isStopped) return;
    this.cancelTimer?.();
    this.debouncing = debouncing;
    this.cancelTimer = this.ports.timers.set(milliseconds, () => this.pollWhenReady());
  }

  /**
   * The complete copy may have been lost since the last poll, and the one that replaces it shows finished items as due.
   */
  private pollWhenReady(): void {
    this.awaitsRows = true;
    // Not tracked: the copy may never be complete, and a worker that stops meanwhile must not wait for it.
    this.ports.progress.whenReady().then(
      () => {
        this.awaitsRows = false;
        if (!this.isStopped) this.track(this.pollOnce());
      },
      // The follower has ended: nothing can be polled, and readiness reports why.
      () => undefined,
    );
  }

  /** One poll at a time: polls that take longer than the interval must not pile up. */
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
      // The read model is unavailable, which health reports.
      wait = UNREAD_MS;
    }
    this.polling = false;
    if (this.pollAgain) this.pollIn(DEBOUNCE_MS, true);
    else if (!this.debouncing && !this.awaitsRows) this.pollIn(wait, false);
    this.pollAgain = false;
  }
}

import type { Timers } from '#kernel';
import type { Progress } from '#read-model';
import type { Outcome } from './command-decider.js';

export interface LookoutPorts {
  readonly progress: Pick<Progress, 'whenReady' | 'whenComplete'>;
  readonly timers: Timers;
  /**
   * Looks at the to-do list and begins what is due; resolves to when to look again, in milliseconds, where that is known. May reject: the
   * read model is away.
   */
  look(): Promise<number | undefined>;
}

/** Looks so often at least: a lost wake-up must stop nothing, and the clock may be set. */
const LOOK_EVERY_MS = 5_000;
/** Wake-ups within this time are one: progress is told after every batch of the follower. */
const GATHER_MS = 50;
const WAIT_FOR_ROWS_MS = 1_000;

/** When a worker looks at its to-do list, and what it has under way (consistency.md, Workers). */
export class Lookout {
  private readonly running = new Set<Promise<unknown>>();
  private callOffLook: (() => void) | undefined;
  private gathering = false;
  /** Until there is a complete copy, which is then looked at. */
  private awaitsCopy = true;
  private isStopped = false;
  private looking = false;
  /** It was time for another look while one was going on. */
  private lookAgain = false;

  constructor(private readonly ports: LookoutPorts) {}

  /** Nothing further is to be begun. */
  get stopped(): boolean {
    return this.isStopped;
  }

  /** Begins once the rows are a complete copy. */
  start(): void {
    this.lookOnceComplete();
  }

  /** The rows have moved: there may be something to do. While they are built anew they move too, and show what was done long ago. */
  wake(): void {
    if (!this.awaitsCopy && !this.gathering && !this.isStopped) this.lookIn(GATHER_MS, true);
  }

  /** Something is under way; it never rejects. */
  track(work: Promise<unknown>): void {
    this.running.add(work);
    void work.finally(() => this.running.delete(work));
  }

  /** Resolves when the rows show everything up to a revision, which they do already if it is `visible`, or when the worker is stopped. */
  async untilShown(workspaceId: string, { revision, visible }: Pick<Outcome, 'revision' | 'visible'>): Promise<void> {
    let rowsAreThere = visible;
    while (!rowsAreThere && !this.isStopped) {
      rowsAreThere = await this.ports.progress.whenComplete(workspaceId, revision, WAIT_FOR_ROWS_MS);
    }
  }

  /** Looks no more. */
  halt(): void {
    this.isStopped = true;
    this.callOffLook?.();
  }

  /** Resolves when all that is under way now has ended. */
  async idle(): Promise<void> {
    await Promise.all(this.running);
  }

  private lookIn(milliseconds: number, gathering: boolean): void {
    if (this.isStopped) return;
    this.callOffLook?.();
    this.gathering = gathering;
    this.callOffLook = this.ports.timers.set(milliseconds, () => this.lookOnceComplete());
  }

  /** The copy may have been lost since the last look: one that is being made anew shows as due what was done long ago. */
  private lookOnceComplete(): void {
    this.awaitsCopy = true;
    // Not tracked: the copy may never come, and whoever stops meanwhile has nothing under way.
    this.ports.progress.whenReady().then(
      () => {
        this.awaitsCopy = false;
        if (!this.isStopped) this.track(this.look());
      },
      // Without a complete copy there is nothing to do; readiness tells why.
      () => undefined,
    );
  }

  /** One at a time: looks that take longer than the time between two must not pile up. */
  private async look(): Promise<void> {
    if (this.looking) {
      this.lookAgain = true;
      return;
    }
    this.looking = true;
    this.gathering = false;
    let wait = LOOK_EVERY_MS;
    try {
      wait = Math.min(wait, (await this.ports.look()) ?? LOOK_EVERY_MS);
    } catch {
      // The read model is away: the next look tries again, for ever.
    }
    this.looking = false;
    if (this.lookAgain) this.lookIn(GATHER_MS, true);
    else if (!this.gathering && !this.awaitsCopy) this.lookIn(wait, false);
    this.lookAgain = false;
  }
}

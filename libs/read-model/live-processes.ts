import { atMost, type Sleep } from './real-time.js';
import { GIVE_BACK_MS } from './leases.js';

/** The storage of signs of life, of all processes on the stores. Calls may throw ReadModelUnavailableError. */
export interface LifeRecords {
  /** Adds one to the signs of a process, in one atomic step. @returns the signs of every process on record then */
  sign(process: string): Promise<ReadonlyMap<string, number>>;
  /** Takes processes off the record, whichever there are. */
  remove(processes: readonly string[]): Promise<void>;
}

export interface LiveProcessesOptions {
  readonly records: LifeRecords;
  /** Identifies this process among all that ever ran: letters, digits and hyphens. */
  readonly process: string;
  readonly sleep: Sleep;
}

/** Milliseconds between two signs of a process. */
const SIGN_MS = 3_000;
/** Signs of this process without one of another process, after which that one is counted no more. */
const PATIENCE = 4;
/** Signs of this process without one of another process, after which that one is taken off the record. */
const FORGOTTEN = 100;
/** Signs of this process after which every other process has seen it, unless that one was paused. */
const SIGNS_UNTIL_SEEN = 3;

/**
 * Counts the processes that share their stores with this one, by signs of life that each gives every three seconds. No
 * clocks are compared: a process counts its own signs during which those of another one do not grow.
 * @see docs/adr/0081-rate-limits-are-shared-by-live-processes.md
 */
export class LiveProcesses {
  private readonly stopping = new AbortController();
  private readonly others = new Map<string, { readonly signs: number; readonly still: number }>();
  /** Answered signs of this process. */
  private given = 0;
  private isSeen = false;
  private readonly ended: Promise<void>;

  constructor(private readonly options: LiveProcessesOptions) {
    this.ended = this.run();
  }

  /** The live processes, this one included; 2 until they are known. */
  get count(): number {
    if (this.given === 0) return 2;
    return 1 + [...this.others.values()].filter(({ still }) => still < PATIENCE).length;
  }

  /**
   * Into how many parts a limit is cut, of which each live process has one. A process that joins takes a smaller part
   * until every process has seen it: with n processes, 1 / (n (n + 1)). So all parts together are never above 1.5,
   * whatever number of processes join at once: the sum of these over all n from 2 on is a half.
   */
  get parts(): number {
    return this.isSeen ? this.count : this.count * (this.count + 1);
  }

  /** Takes this process off the record, in time though the store hangs. */
  async stop(): Promise<void> {
    const { records, process, sleep } = this.options;
    this.stopping.abort();
    const removed = this.ended.then(() => records.remove([process])).catch(() => undefined);
    await atMost(GIVE_BACK_MS, removed, sleep);
  }

  private async run(): Promise<void> {
    const { sleep } = this.options;
    const { signal } = this.stopping;
    while (!signal.aborted) {
      // Unavailable: what was seen last holds, and nothing is said of other processes.
      await this.sign().catch(() => undefined);
      await sleep(SIGN_MS, signal);
    }
  }

  private async sign(): Promise<void> {
    const { records, process } = this.options;
    const found = await records.sign(process);
    this.given += 1;
    for (const other of this.others.keys()) if (!found.has(other)) this.others.delete(other);
    const forgotten: string[] = [];
    for (const [other, signs] of found) {
      if (other === process) continue;
      const seen = this.others.get(other);
      const still = seen?.signs === signs ? seen.still + 1 : 0;
      this.others.set(other, { signs, still });
      if (still >= FORGOTTEN) forgotten.push(other);
    }
    // The first process has no other one to be seen by.
    this.isSeen ||= this.count === 1 || this.given >= SIGNS_UNTIL_SEEN;
    if (forgotten.length > 0) await records.remove(forgotten);
  }
}

import { unlessAborted } from '#kernel';
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
  /** Resolves once this process is to be counted; rejects: it never is. */
  readonly begins: Promise<void>;
  readonly sleep: Sleep;
}

/** Milliseconds between two signs of a process. */
const SIGN_MS = 3_000;
/** Signs of this process without one of another process, after which that one is counted no more. */
const PATIENCE = 4;
/** Signs of this process without one of another process, after which that one is taken off the record. */
const FORGOTTEN = 100;

/**
 * Counts the processes that share their stores with this one, by signs of life that each gives every three seconds. No
 * clocks are compared: a process counts its own signs during which those of another one do not grow.
 * @see docs/adr/0081-rate-limits-are-shared-by-live-processes.md
 */
export class LiveProcesses {
  private readonly stopping = new AbortController();
  private readonly others = new Map<string, { readonly signs: number; readonly still: number }>();
  private hasSigned = false;
  private alive = 2;
  private readonly ended: Promise<void>;

  constructor(private readonly options: LiveProcessesOptions) {
    this.ended = this.run();
  }

  /** The live processes, this one included; 2 until they are known. */
  get count(): number {
    return this.alive;
  }

  /** Takes this process off the record, in time though the store hangs. */
  async stop(): Promise<void> {
    const { records, process, sleep } = this.options;
    this.stopping.abort();
    const removed = this.ended.then(() => records.remove([process])).catch(() => undefined);
    await atMost(GIVE_BACK_MS, removed, sleep);
  }

  private async run(): Promise<void> {
    const { begins, sleep } = this.options;
    const { signal } = this.stopping;
    const isCounted = begins.then(
      () => true,
      () => false,
    );
    if (!(await unlessAborted(isCounted, signal))) return;
    while (!signal.aborted) {
      // Unavailable: what was seen last holds, and nothing is said of other processes.
      await this.sign().catch(() => undefined);
      await sleep(SIGN_MS, signal);
    }
  }

  private async sign(): Promise<void> {
    const { records, process } = this.options;
    const found = await records.sign(process);
    // The record was dropped: other processes are on it again with their next signs, unless they have ended.
    const isNew = this.hasSigned && found.get(process) === 1;
    this.hasSigned = true;
    const forgotten: string[] = [];
    for (const other of new Set([...this.others.keys(), ...found.keys()])) {
      if (other === process) continue;
      const [seen, signs] = [this.others.get(other), found.get(other)];
      if (seen && signs === undefined && !isNew) this.others.delete(other);
      else {
        const still = seen && (signs === undefined || signs === seen.signs) ? seen.still + 1 : 0;
        this.others.set(other, { signs: signs ?? seen!.signs, still });
        if (still >= FORGOTTEN) forgotten.push(other);
      }
    }
    // Every request of a key asks for it.
    this.alive = 1 + [...this.others.values()].filter(({ still }) => still < PATIENCE).length;
    if (forgotten.length > 0) await records.remove(forgotten);
  }
}

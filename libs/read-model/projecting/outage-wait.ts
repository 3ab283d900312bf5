import { Backoff } from '#kernel';
import {
  CheckpointMismatchError,
  type Commit,
  type ReadModelWriter,
  ReadModelUnavailableError,
} from '../read-model.js';
import type { Sleep } from '../real-time.js';

export interface OutageWaitPorts {
  readonly writer: Pick<ReadModelWriter, 'commit'>;
  readonly sleep: Sleep;
  /** Called with the error of each failed call, and with undefined once a call succeeds again. */
  readonly trouble?: (error: Error | undefined) => void;
}

/**
 * Delays of a follower between two calls of an unavailable store, in milliseconds: rows follow at most 5 s after it is
 * back.
 */
const [FIRST_DELAY_MS, MAX_DELAY_MS] = [50, 5_000];

export function newOutageBackoff(): Backoff {
  return new Backoff(FIRST_DELAY_MS, MAX_DELAY_MS);
}

/** Calls of a follower to its read model: each is repeated until the read model can be reached. */
export class OutageWait {
  constructor(private readonly ports: OutageWaitPorts) {}

  /**
   * Calls until the read model can be reached.
   * @throws StoppedError the signal was aborted during an outage
   * @throws Error any other error of `attempt`
   */
  async waitOut<Result>(signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
    const backoff = newOutageBackoff();
    for (let failed = false; ; failed = true) {
      try {
        const result = await attempt();
        if (failed) this.ports.trouble?.(undefined);
        return result;
      } catch (error) {
        if (!(error instanceof ReadModelUnavailableError)) throw error;
        this.ports.trouble?.(error);
        await this.ports.sleep(backoff.next(), signal);
        if (signal.aborted) throw new StoppedError();
      }
    }
  }

  /**
   * Commits a batch. A commit whose answer was lost may have been carried out, or may be later: a checkpoint found at
   * the batch's end is then this batch's own, and not another owner's. The checkpoint is not read in between: that
   * would begin anew in the copy as it is then, and the batch, folded from the rows of a copy that was dropped since,
   * would leave out the rows that had been in that one.
   * @param isAhead it has events behind its checkpoint: then one found there may be that of an owner that lacks them
   * @throws CheckpointMismatchError another owner has moved the checkpoint
   * @throws StoppedError the signal was aborted during an outage
   */
  async commit(commit: Commit, signal: AbortSignal, isAhead: boolean): Promise<void> {
    const { writer } = this.ports;
    let inDoubt = false;
    await this.waitOut(signal, async () => {
      try {
        await writer.commit(commit);
      } catch (error) {
        const isAtEnd = error instanceof CheckpointMismatchError && error.found === commit.to;
        if (inDoubt && isAtEnd && !isAhead) return;
        inDoubt = true;
        throw error;
      }
    });
  }
}

/** The signal was aborted while the read model was unavailable. */
export class StoppedError extends Error {
  override readonly name = 'StoppedError';
}

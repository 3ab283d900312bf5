import type { ProgressBoard, ProgressReport } from '#read-model';
import { CACHE_COLLECTIONS, FOLLOWER_PROJECTIONS } from '../catalogue.js';

type Board = Pick<ProgressBoard, 'report' | 'fail'>;

/** Names of all collections: every value cached from rows is out of date once they are exchanged. */
const ALL = [...FOLLOWER_PROJECTIONS.map(({ collection }) => collection), ...CACHE_COLLECTIONS].map(({ name }) => name);

/**
 * The reports of a follower whose rows are not served yet: those who wait for the served rows must not be told of them
 * before.
 */
export class HeldReports implements Board {
  private readonly revisions = new Map<string, number>();
  private failure: Error | undefined;
  private look: () => void = () => undefined;
  private served: Board | undefined;

  /** @param progress is told of the reports until they are handed over */
  constructor(private readonly progress: Board) {}

  report(told: ProgressReport): void {
    if (this.served) return this.served.report(told);
    this.progress.report(told);
    for (const [workspaceId, revision] of told.projectedRevisions) this.revisions.set(workspaceId, revision);
    this.look();
  }

  fail(error: Error): void {
    if (this.served) return this.served.fail(error);
    this.failure = error;
    this.progress.fail(error);
    this.look();
  }

  /**
   * Resolves once a condition holds, which is checked now and after each report.
   * @throws what the follower has failed with
   */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.look = () => {
        if (this.failure) reject(this.failure);
        else if (holds()) resolve();
      };
      this.look();
    });
  }

  /** From now on a board gets the reports, and at once all that it has missed. */
  handOver(board: Board): void {
    this.served = board;
    board.report({ projectedRevisions: this.revisions, caughtUp: true, changed: ALL });
  }
}

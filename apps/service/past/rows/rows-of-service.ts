import type { Position } from '#kernel';
import type { ReadModel } from '#read-model';

/** The rows of a service, beside it: nothing is written. */
export interface LiveRows {
  readonly model: Pick<ReadModel, 'getMany' | 'page'>;
  /** Up to where they have the log; undefined: nothing of it. @throws ReadModelUnavailableError */
  checkpoint(): Promise<Position | undefined>;
  close(): Promise<void>;
}

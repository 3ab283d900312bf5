import type { ClockTrouble } from '#kernel';
import type { ProgressBoard, ReadModel, ReadModelCacheWriter } from '#read-model';
import type { RebuildStatus, RowsOrigin } from './rebuild-run.js';

/** Who has asked for a rebuild: the name of an admin token; null: one without a name, or the service itself. */
export type Asked = Readonly<{ by: string | null }>;

/** Complete rows that are to be served. */
export interface ComingRows {
  readonly readModel: Omit<ReadModel, 'generations'>;
  readonly cacheWriter: ReadModelCacheWriter;
  readonly progress: ProgressBoard;
}

export interface RebuildListeners {
  /** While the clock is wrong this process makes no rows: some are made by it. */
  readonly clockTrouble: ClockTrouble;
  /** Does what is due to complete rows before they are served. */
  readonly prepare: (rows: ComingRows) => Promise<void>;
  /** Is called once rows are served that differ from those before. */
  readonly replaced: () => void;
}

export interface RebuildsState {
  /** The rebuild that is under way, or was last; undefined: there was none. */
  readonly rebuild: RebuildStatus | undefined;
  /** Whether the rows before the last rebuild are kept. */
  readonly canGoBack: boolean;
  /** What the rebuild that made the served rows has left with them; undefined: no rebuild has made them. */
  readonly madeBy: RowsOrigin | undefined;
}

/** Rebuilds of the rows that are served (docs/how-to/rebuild-the-rows.md), one at a time. */
export interface RowRebuilds {
  /** May throw ReadModelUnavailableError. */
  state(): Promise<RebuildsState>;
  /**
   * Begins a rebuild, or continues one that has not been finished. One that is under way stays.
   * @param asked.force whether the rows are exchanged even where they differ
   * @throws DomainError `resource_conflict`: one of another kind is under way, or the rows are not complete
   */
  start(asked: Asked & { readonly force: boolean }): Promise<RebuildStatus>;
  /**
   * Serves the rows again that were served before the last rebuild.
   * @throws DomainError `resource_conflict`: a rebuild is under way, or they are not kept
   */
  back(asked: Asked): Promise<RebuildStatus>;
  listen(listeners: RebuildListeners): void;
}

import type { EventStore, SkippedEvents } from '#event-store';
import type { Position, ServerTime } from '#kernel';
import type { PersonalKeys } from '#personal-data';
import type {
  LeaseRecords,
  LifeRecords,
  ProjectedCopy,
  ReadModel,
  ReadModelCacheWriter,
  ReadModelWriter,
  RebuiltRows,
} from '#read-model';

/** A log that several processes append to. */
export interface SharedLog extends EventStore {
  /** The end of the log; undefined while it is empty. @throws StoreUnavailableError */
  end(): Promise<Position | undefined>;
  /** @see StorePair.newest */
  newest(): Promise<number | undefined>;
  /** The time of the server's clock; undefined while it is not known. */
  serverTime(): ServerTime | undefined;
  /** A sentence while the log cannot be reached. */
  health(): { readonly detail: string | undefined };
}

/** A copy of the rows that several processes read and write. */
export interface SharedRows extends ProjectedCopy {
  readonly model: ReadModel;
  /** Undefined: these rows are never rebuilt while they are served. */
  readonly rebuilding?: RebuiltRows;
  readonly writer: ReadModelWriter & ReadModelCacheWriter;
  /** Leases for work that one process does for all processes on the log. */
  readonly logLeases: LeaseRecords;
  /** Signs of life of all processes on the database. */
  readonly life: LifeRecords;
  projectedRevisions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The projected revision of any one workspace that has events; undefined where none has. */
  anyProjectedRevision(): Promise<{ readonly workspaceId: string; readonly revision: number } | undefined>;
  /** Whether the follower of this copy has ever been at the end of the log. */
  copyComplete(): Promise<boolean>;
  /**
   * Another text after each commit of a follower, and after an exchange of the rows that `copyComplete` has seen. It
   * costs one read.
   * @throws ReadModelUnavailableError
   */
  stamp(follower: string): Promise<string>;
  /** False where no value is one of those registered under this name before. */
  registerSharedValue(name: string, values: readonly string[]): Promise<boolean>;
  replaceSharedValue(name: string, values: readonly string[]): Promise<void>;
  serverTime(): Promise<ServerTime | undefined>;
  health(): { readonly detail: string | undefined };
}

/** One thread's connections to shared stores. */
export interface SharedStores {
  /** Personal data are open to its callers, and sealed in the log. */
  readonly store: SharedLog;
  readonly keys: Pick<
    PersonalKeys,
    'keyIds' | 'shredKeys' | 'shredDays' | 'shredWorkspace' | 'rewrap' | 'isWrappedNewest'
  >;
  /** A sentence while the keys cannot be reached. */
  readonly keysTrouble: () => string | undefined;
  /** What it is read with. */
  readonly skipped: SkippedEvents;
  readonly rows: SharedRows;
  readonly close: () => Promise<void>;
}

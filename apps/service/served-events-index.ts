import { DomainError } from '#kernel';
import type { RowsBehind } from '#read-model';
import type { EventsIndex } from '#timeline';

/** The index of events of a process, with its follower where this process has it. */
export interface ServedEventsIndex extends EventsIndex {
  /**
   * The events of the log that it lacks.
   * @throws StoreUnavailableError, ReadModelUnavailableError
   */
  behind(signal: AbortSignal): Promise<RowsBehind>;
  /** A sentence while it cannot be read, or its follower waits or has stopped. */
  trouble(): string | undefined;
  /** Events that this process has folded into it a second, over the last ten. Undefined: it folds none. */
  eventsPerSecond(): number | undefined;
  close(): Promise<void>;
}

/** What the index of a process is read and amended with, once it is open. */
export interface OpenedEventsIndex {
  readonly rows: EventsIndex['rows'];
  readonly writer: EventsIndex['writer'];
}

/** Rows and writer that wait for `opened` at each call. @throws what `opened` rejects with */
export function onceOpened(opened: () => Promise<OpenedEventsIndex>): OpenedEventsIndex {
  return {
    rows: {
      page: async (of, page) => (await opened()).rows.page(of, page),
      merge: async (of, merge) => (await opened()).rows.merge(of, merge),
      distinct: async (of, distinct) => (await opened()).rows.distinct(of, distinct),
      projectedRevision: async (id) => (await opened()).rows.projectedRevision(id),
    },
    writer: {
      amendRows: async (changes) => (await opened()).writer.amendRows(changes),
      dropWorkspace: async (...of) => (await opened()).writer.dropWorkspace(...of),
    },
  };
}

const refuse = async (): Promise<never> => {
  throw new DomainError('not_found', 'This service keeps no index of events (EVENTS_INDEX=off).');
};

/** For a process without an index. */
export const NO_EVENTS_INDEX: EventsIndex = {
  rows: { page: refuse, merge: refuse, distinct: refuse, projectedRevision: refuse },
  writer: { amendRows: refuse, dropWorkspace: refuse },
  reaches: refuse,
  generation: refuse,
};

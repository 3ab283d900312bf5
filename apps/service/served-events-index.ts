import { DomainError } from '#kernel';
import type { EventsIndex } from '#timeline';

/** The index of events of a process, with its follower where this process has it. */
export interface ServedEventsIndex extends EventsIndex {
  /** A sentence while it cannot be read, or its follower waits or has stopped. */
  trouble(): string | undefined;
  close(): Promise<void>;
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

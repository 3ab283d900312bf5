import { EventStoreDouble } from '../../doubles/eventstoredb/event-store-double.js';
import { EventStoreProcess } from './event-store-process.js';
import { namedEventStore } from './named.js';

/** An event store for one test, and the faults that any server can have. */
export interface EventStoreServer {
  /** Connection string; the same over restarts. */
  readonly url: string;
  /** Keeps its connections open, accepts new ones, and answers nothing. */
  hang(): void;
  resume(): void;
  /** Ends it as a power cut does: nothing is flushed, no connection is closed in an orderly way. */
  goAway(): void | Promise<void>;
  /** Starts it again on its port, with its data. */
  comeBack(): Promise<void>;
  /** Ends it for good and deletes its data. */
  stop(): Promise<void>;
}

/**
 * Starts the server that TEST_EVENTSTORE_BIN names, or else the double, in this process.
 * @param restarts whether the test calls `goAway`: such a server keeps its data on the disk
 * @see docs/adr/0034-the-suites-run-on-servers-that-are-named.md
 */
export function startEventStore({ restarts = false } = {}): Promise<EventStoreServer> {
  return namedEventStore() === undefined ? EventStoreDouble.start() : EventStoreProcess.start({ inMemory: !restarts });
}

import { EventStoreDouble } from '../../doubles/eventstoredb/event-store-double.js';
import { EventStoreProcess } from './event-store-process.js';
import { namedEventStore } from './named.js';

/** An event store of a test's own, and what befalls any server. */
export interface EventStoreServer {
  /** Connection string; the same over restarts. */
  readonly url: string;
  /** It keeps its connections, new ones too, and answers nothing. */
  hang(): void;
  resume(): void;
  /** As a power cut ends it: nothing is finished, nothing said. */
  goAway(): void | Promise<void>;
  /** Starts it again where it was, with its data. */
  comeBack(): Promise<void>;
  /** Ends it for good, with all that it keeps. */
  stop(): Promise<void>;
}

/**
 * Starts one: the server that TEST_EVENTSTORE_BIN names, else the double, in this process.
 * @param restarts whether the test calls `goAway`: such a server keeps its data on the disk
 * @see docs/adr/0034-the-suites-run-on-servers-that-are-named.md
 */
export function startEventStore({ restarts = false } = {}): Promise<EventStoreServer> {
  return namedEventStore() === undefined ? EventStoreDouble.start() : EventStoreProcess.start({ inMemory: !restarts });
}

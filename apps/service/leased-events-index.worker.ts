import { parentPort, workerData } from 'node:worker_threads';
import { SkippedEvents } from '#event-store';
import { EventStoreDbEventStore } from '#event-store/eventstoredb';
import { followWhileLeased, realSleep } from '#read-model';
import { type HostedReadModel, hostReadModel } from '#read-model/thread';
import { INDEXING, SCHEMAS } from './catalogue.js';
import { indexedLog } from './events-index-log.js';
import { Closers } from './closers.js';
import { CLOSE_MS, connectEventsIndex } from './distributed-stores.js';
import { giveWay } from './give-way.js';
import { isGoneOwner } from './process-owner.js';
import type { DistributedStores } from './stores-config.js';

/** The start data of this thread. */
export interface LeasedEventsIndexData {
  readonly stores: DistributedStores;
  /** Identifies this process in the lease. */
  readonly owner: string;
}

const { stores, owner } = workerData as LeasedEventsIndexData;

giveWay();
// The index has ids alone: nothing is opened, and no keys are needed.
await hostReadModel(parentPort!, async (log): Promise<HostedReadModel> => {
  const closers = new Closers();
  try {
    const skipped = new SkippedEvents();
    const decoding = { upcast: SCHEMAS.upcast, skipped };
    const store = await EventStoreDbEventStore.open({
      url: stores.eventStoreUrl,
      ...decoding,
      timings: { close: CLOSE_MS },
    });
    closers.add(() => store.close());
    const rows = await connectEventsIndex(stores, log);
    closers.add(() => rows.close());
    const events = indexedLog(store);
    const logTrouble = () => store.health().detail;
    const ports = { ...INDEXING, events, skipped, rows, owner, isGone: isGoneOwner, sleep: realSleep, logTrouble };
    const quiet = () => undefined;
    return {
      writer: rows.writer,
      follow: (signal, tell) => followWhileLeased({ ...ports, log: quiet }, signal, tell),
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
});

import { eventStoreContract, reopenable } from '#event-store/contract';
import {
  CONTRACT_COLLECTIONS,
  lifeRecordsContract,
  PERSONAL_THINGS,
  readModelContract,
  rebuildRecordsContract,
  rowsBesideContract,
  stampContract,
} from '#read-model/contract';
import { Kernel } from '../kernel/kernel.js';
import type { Owner } from '../kernel/event-heap.js';
import { Network, NO_FAULTS } from './network.js';
import { RowsDatabase } from './rows-database.js';
import { SimulatedEventStore } from './simulated-event-store.js';
import { SimulatedLog } from './simulated-log.js';
import { SimulatedRows } from './simulated-rows.js';

const owner: Owner = { name: 'p', isAlive: true, pausedUntil: 0 };

/** A world without faults, whose events are played for as long as the suite goes on. */
function playedWorld(): { readonly kernel: Kernel; readonly network: Network; readonly end: () => Promise<void> } {
  const kernel = new Kernel(1, 0);
  const network = new Network(kernel, kernel.random.fork('network'), 'store', NO_FAULTS, () => undefined);
  const ended = new AbortController();
  const played = kernel.playUntil(ended.signal);
  const end = async () => {
    ended.abort();
    await played;
  };
  return { kernel, network, end };
}

eventStoreContract('SimulatedEventStore', async (decoding) => {
  const { kernel, network, end } = playedWorld();
  const log = new SimulatedLog(() => kernel.now());
  const monotonic = () => kernel.now();
  return reopenable(async () => new SimulatedEventStore({ ...decoding, kernel, log, network, owner, monotonic }), end);
});

readModelContract('SimulatedRows', async () => {
  const { kernel, network, end } = playedWorld();
  const database = new RowsDatabase();
  const copy = database.copy('v');
  const generation = copy.create();
  copy.mark = { generation, set: generation, complete: true };
  return {
    open: async () => {
      const rows = new SimulatedRows({ kernel, database, version: 'v', network, owner, monotonic: () => kernel.now() });
      const { model, writer } = rows;
      return { model, writer, cacheWriter: writer, close: async () => rows.close() };
    },
    destroy: end,
  };
});

async function sharedRows() {
  const { kernel, network, end } = playedWorld();
  const database = new RowsDatabase(CONTRACT_COLLECTIONS.others);
  const options = { kernel, database, version: 'v', network, owner, monotonic: () => kernel.now() };
  const open = async () => new SimulatedRows({ ...options, projections: PERSONAL_THINGS });
  return { open, destroy: end };
}

rowsBesideContract('SimulatedRows', sharedRows);
rebuildRecordsContract('SimulatedRows', sharedRows);
lifeRecordsContract('SimulatedRows', async () => {
  const { open, destroy } = await sharedRows();
  return { one: (await open()).life, other: (await open()).life, destroy };
});

stampContract('SimulatedRows', async () => {
  const { open, destroy } = await sharedRows();
  const rows = await open();
  await rows.ensure();
  return {
    writer: rows.writer,
    stamp: (follower) => rows.stamp(follower),
    copyComplete: () => rows.copyComplete(),
    destroy,
  };
});

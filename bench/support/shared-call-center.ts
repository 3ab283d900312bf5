import { EventStoreDbEventStore } from '../../libs/event-store/eventstoredb/index.js';
import { type CallCenter, createCallCenter, fillCallCenter, type Filled, lastCall } from './call-center.js';
import type { RunningCallCenter } from './compare-call-centers.js';
import type { BenchOptions } from './measure.js';
import { type BenchService, startService } from './service.js';
import { ROWS_ARE_SCANNED, type Stores } from './stores.js';

/** The stand-in scans every document for each list of a tier: with 200 lists it does not answer in time. */
const LISTS = 20;
const FOLLOWED_MS = 600_000;

/** A service on the distributed pair with a call center of this number of members, all of them in its rows. */
export async function startSharedCallCenter(
  folder: string,
  own: Stores,
  members: number,
  { log }: BenchOptions,
): Promise<RunningCallCenter> {
  // The stand-in scans all documents for each row of a bulk write: larger ones exceed the timeout of its client.
  const env = { ...own.env, ...(ROWS_ARE_SCANNED ? { READMODEL_BATCH: '100' } : {}) };
  const founding = await startService(folder, { env });
  const center = await createCallCenter(founding, { lists: LISTS }).finally(() => founding.stop());
  log(`  seeding ${members.toLocaleString('en')} members …`);
  const store = await EventStoreDbEventStore.open({ url: own.env.EVENTSTORE_URL, upcast: (event) => event });
  const filled = await fillCallCenter(store, center, members).finally(() => store.close());
  const service = await startService(folder, { env });
  await rowsFollowed(service, center, filled);
  return { service, center, filled };
}

/**
 * Waits until the rows contain the last call of the call center. Readiness does not show it: the rows were complete
 * before the call center was filled.
 */
async function rowsFollowed(service: BenchService, { key }: CallCenter, filled: Filled): Promise<void> {
  const deadline = performance.now() + FOLLOWED_MS;
  while (performance.now() < deadline) {
    const found = await service
      .call<{ call: { state: string } }>(key, 'GET', `/calls/${lastCall(filled)}`)
      .catch(() => undefined);
    if (found?.call.state === 'completed') return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the rows did not follow within ${FOLLOWED_MS / 1_000} s`);
}

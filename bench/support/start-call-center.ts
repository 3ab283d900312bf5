import { join } from 'node:path';
import { SqliteEventStore } from '../../libs/event-store/sqlite/index.js';
import { createCallCenter, type Equipment, fillCallCenter } from './call-center.js';
import type { RunningCallCenter } from './compare-call-centers.js';
import type { BenchOptions } from './measure.js';
import { atRest } from './processor-time.js';
import { startService } from './service.js';

/** The service on a data directory that was filled with a call center of its own, at rest. The caller stops it. */
export async function startCallCenter(
  directory: string,
  { members, ...equipment }: Equipment & { readonly members: number },
  { log }: Pick<BenchOptions, 'log'>,
): Promise<RunningCallCenter> {
  const founding = await startService(directory);
  const center = await createCallCenter(founding, equipment).finally(() => founding.stop());
  log(`  seeding ${members.toLocaleString('en')} members …`);
  const store = await SqliteEventStore.open({ file: join(directory, 'events.db'), upcast: (event) => event });
  const filled = await fillCallCenter(store, center, members).finally(() => store.close());
  const service = await startService(directory);
  log(`  ${filled.events} events projected within ${(service.readyAfterMs / 1_000).toFixed(1)} s`);
  await atRest(service);
  return { service, center, filled };
}

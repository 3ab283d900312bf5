import { parentPort, workerData } from 'node:worker_threads';
import type { DomainEvent } from '#kernel';
import { realSleep } from '../../real-time.js';
import { ProjectionRunner } from '../../projecting/projection-runner.js';
import { STAMPS } from '../../contract/fixtures.js';
import { CARD_PROJECTIONS } from '../../testing/cards.js';
import { FakeLog } from '../../testing/fake-log.js';
import { hostReadModel } from '../../thread/host.js';
import { ReadModelDamagedError } from '../errors.js';
import { SqliteReadModelWriter } from '../writer.js';

/** The start data of this thread: a log in memory, and the failures to simulate. */
export interface FollowerData {
  readonly path: string;
  readonly batches: readonly (readonly DomainEvent[])[];
  readonly then?: 'end' | 'die' | 'poison' | 'damage';
  /** Largest size of the file, in pages. */
  readonly maxPages?: number;
}

const { path, batches, then, maxPages } = workerData as FollowerData;
const log = new FakeLog();
for (const events of batches) log.append('w', events);

await hostReadModel(parentPort!, (sentence) => {
  const room = maxPages === undefined ? {} : { maxPages };
  const writer = SqliteReadModelWriter.open({
    path,
    projections: CARD_PROJECTIONS,
    others: [STAMPS],
    log: sentence,
    ...room,
  });
  return {
    writer,
    async follow(signal, tell) {
      const poisoned = {
        ...CARD_PROJECTIONS[0]!,
        evolve: (): never => {
          throw new Error('broken');
        },
      };
      const projections = then === 'poison' ? [poisoned, CARD_PROJECTIONS[1]!] : CARD_PROJECTIONS;
      const options = { events: log, writer, projections, follower: 'f', sleep: realSleep, batchSize: 2, ...tell };
      const stop = new AbortController();
      const report: typeof tell.report = (told) => {
        tell.report(told);
        if (told.caughtUp && then === 'end') stop.abort();
        if (told.caughtUp && then === 'damage') throw new ReadModelDamagedError('the file is damaged');
        if (told.caughtUp && then === 'die') setImmediate(() => process.exit(7));
      };
      await new ProjectionRunner({ ...options, report }).run(AbortSignal.any([signal, stop.signal]));
    },
    close: () => writer.close(),
  };
});

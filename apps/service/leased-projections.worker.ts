import { parentPort, workerData } from 'node:worker_threads';
import { followWhileLeased, realSleep } from '#read-model';
import { type HostedReadModel, hostReadModel } from '#read-model/thread';
import { FOLLOWING } from './catalogue.js';
import { connect } from './distributed-stores.js';
import { isGoneOwner } from './process-owner.js';
import { ofThread, type SecretsKeys } from './secrets-keys.js';
import type { DistributedStores } from './stores-config.js';

/** The start data of this thread. */
export interface LeasedProjectionsData {
  readonly stores: DistributedStores;
  /** Identifies this process in the lease. */
  readonly owner: string;
  /** The keys that wrap those of personal data. */
  readonly secrets: SecretsKeys;
}

const { stores, owner, secrets } = workerData as LeasedProjectionsData;

// Folding costs the HTTP thread nothing: this thread has connections of its own.
await hostReadModel(parentPort!, async (log): Promise<HostedReadModel> => {
  const { store: events, skipped, rows, close } = await connect(stores, ofThread(secrets), log);
  const logTrouble = () => events.health().detail;
  const ports = { ...FOLLOWING, events, skipped, rows, owner, isGone: isGoneOwner, sleep: realSleep, logTrouble, log };
  return { writer: rows.writer, follow: (signal, tell) => followWhileLeased(ports, signal, tell), close };
});

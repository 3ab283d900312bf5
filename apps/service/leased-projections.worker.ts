import { randomFillSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { followWhileLeased, realSleep, realTimers, TURN_EVENTS } from '#read-model';
import { type HostedReadModel, hostReadModel } from '#read-model/thread';
import { FOLLOWING } from './catalogue.js';
import { connect } from './distributed-stores.js';
import { isGoneOwner } from './process-owner.js';
import { ofThread, type SecretsKeys } from './secrets-keys.js';
import type { DistributedStores } from './stores-config.js';
import { Uuids } from './uuids.js';

/** The start data of this thread. */
export interface LeasedProjectionsData {
  readonly stores: DistributedStores;
  /** Identifies this process in the lease. */
  readonly owner: string;
  /** The keys that wrap those of personal data. */
  readonly secrets: SecretsKeys;
  /** PERSONAL_KEYS_LOST. */
  readonly areKeysLost: boolean;
  /** Whether its reports tell of traces. */
  readonly isTraced: boolean;
}

const { stores, owner, secrets, areKeysLost, isTraced } = workerData as LeasedProjectionsData;

const clock = { now: () => Date.now() };
const ids = new Uuids(clock, (bytes) => void randomFillSync(bytes));

// Folding costs the HTTP thread nothing: this thread has connections of its own.
await hostReadModel(parentPort!, async (log): Promise<HostedReadModel> => {
  const connecting = connect(stores, { clock, timers: realTimers, ids, secrets: ofThread(secrets), areKeysLost, log });
  const { store: events, skipped, rows, close } = await connecting;
  const logTrouble = () => events.health().detail;
  const traces = isTraced ? { clock, monotonic: () => performance.now() } : undefined;
  const following = { ...FOLLOWING, turnEvents: TURN_EVENTS, events, skipped, rows, traces };
  const ports = { ...following, owner, isGone: isGoneOwner, sleep: realSleep, logTrouble, log };
  return { writer: rows.writer, follow: (signal, tell) => followWhileLeased(ports, signal, tell), close };
});

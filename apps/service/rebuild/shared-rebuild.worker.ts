// docs/adr/0051-rows-in-mongodb-are-exchanged-by-their-mark.md
import { randomFillSync } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { realSleep, realTimers } from '#read-model';
import { connect } from '../distributed-stores.js';
import { giveWay } from '../give-way.js';
import type { LeasedProjectionsData } from '../leased-projections.worker.js';
import { ofThread } from '../secrets-keys.js';
import { Uuids } from '../uuids.js';
import { Inbox } from './inbox.js';
import { buildBeside, type FromSharedRebuild, type SharedBuild, type ToSharedRebuild } from './shared-building.js';

/** The start data of this thread. */
export interface SharedRebuildData extends Pick<LeasedProjectionsData, 'stores' | 'secrets' | 'areKeysLost'> {
  readonly build: SharedBuild;
}

const { stores, secrets, areKeysLost, build } = workerData as SharedRebuildData;
const port = parentPort!;
const stop = new AbortController();
const inbox = new Inbox<ToSharedRebuild>();
port.on('message', (message: ToSharedRebuild) => {
  if (message.kind === 'stop') stop.abort();
  inbox.put(message);
});

giveWay();
const clock = { now: () => Date.now() };
const ids = new Uuids(clock, (bytes) => void randomFillSync(bytes));
const connecting = { clock, timers: realTimers, ids, secrets: ofThread(secrets), areKeysLost, log: () => undefined };
try {
  await buildBeside(build, {
    connect: () => connect(stores, connecting),
    tell: (message: FromSharedRebuild) => port.postMessage(message),
    next: () => inbox.take(),
    signal: stop.signal,
    sleep: realSleep,
    clock,
    monotonic: () => performance.now(),
  });
} finally {
  port.close();
}

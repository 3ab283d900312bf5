import type { Logger } from 'pino';
import {
  type CaughtUpPorts,
  ProgressBoard,
  ProgressPoller,
  realSleep,
  realTimers,
  SharedRowsLag,
  untilCaughtUp,
  whileLeased,
} from '#read-model';
import { ReadModelThread } from '#read-model/thread';
import type { BatchLimits } from '#workspace-head';
import { FOLLOWED, FOLLOWER } from './catalogue.js';
import { Closers } from './closers.js';
import { ConfigError } from './config-error.js';
import { connect, type Connections, FOREIGN_ROWS, isForeign } from './distributed-stores.js';
import type { LeasedProjectionsData } from './leased-projections.worker.js';
import { isGoneOwner, processOwner } from './process-owner.js';
import type { StorePair } from './store-pair.js';
import type { DistributedStores } from './stores-config.js';
import { uuids } from './uuids.js';

/** Rows are written by another process as often as by this one: those who wait for more to do look again so often. */
const LOOK_MS = 1_000;
/** A thread that waits for a store that hangs is ended: what it was about to write, the next owner writes. */
export const THREAD_CLOSE_MS = 2_500;
/**
 * The server drops live subscriptions on appends of more events as a matter of course
 * (docs/reference/consistency.md#how-a-command-decides). Some versions count metadata towards their 1 MiB, too
 * (docs/adr/0012-appends-to-eventstoredb-go-by-an-own-call.md), so both together stay below it.
 */
const GATHERS: Partial<BatchLimits> = { events: 200, dataBytes: 640 * 1_024, metadataBytes: 256 * 1_024 };

export interface DistributedOptions {
  /** Whether this process folds the log into the read model when it is its turn. */
  readonly projects: boolean;
  readonly logger: Logger;
  /** Tell the keys of SECRETS_KEY apart without saying anything of them. */
  readonly secretsKeyDigests: readonly string[];
  /** SECRETS_KEY_LOST: those of other processes no longer count. */
  readonly isKeyLost: boolean;
}

/**
 * The stores of the distributed shape: EventStoreDB and MongoDB, shared with any number of other processes.
 * @throws ConfigError, StoreOpenError, ReadModelOpenError: one clear sentence each.
 */
export async function openDistributedPair(
  stores: DistributedStores,
  { projects, logger, secretsKeyDigests, isKeyLost }: DistributedOptions,
): Promise<StorePair> {
  const closers = new Closers();
  try {
    const connecting = connect(stores, (sentence) => logger.warn(sentence));
    closers.add(async () => (await connecting.catch(() => undefined))?.close());
    const owner = processOwner(uuids.next());
    const { board, poller } = watchProgress(connecting);
    closers.add(() => poller.close());
    // At the same time as the connections: until its thread follows the log, the rows of a process that was killed
    // stand still.
    const starting = projects ? startProjecting(stores, owner, board, logger) : undefined;
    // Awaited only below, because what this thread says of a failure that both have is of the right class.
    const started = starting?.catch(() => undefined);
    closers.add(async () => (await started)?.close());
    const { store, skipped, rows } = await connecting;
    if (isKeyLost) await rows.replaceSharedValue('secrets_key', secretsKeyDigests);
    else if (!(await rows.registerSharedValue('secrets_key', secretsKeyDigests))) {
      throw new ConfigError(['SECRETS_KEY shares no key with the process that was started last on READMODEL_URL.']);
    }
    const projecting = await starting;
    return {
      store,
      skipped,
      gathers: GATHERS,
      readModel: rows.model,
      cacheWriter: rows.writer,
      progress: board,
      copying: () => 'The read model is being built from the log.',
      // Another process may write rows without a word to this one: nothing read may be remembered.
      changes: { stamp: () => undefined },
      referenceClocks: [
        { server: 'MongoDB', read: () => rows.serverTime() },
        { server: 'EventStoreDB', read: () => store.serverTime() },
      ],
      newest: () => store.newest(),
      // A process that does not project has no thread that could die.
      died: projecting?.died ?? new Promise<never>(() => undefined),
      lag: new SharedRowsLag({ ...caughtUpPorts(store, rows), now: () => performance.now() }),
      checks: {
        eventStore: () => store.health().detail,
        readModel: async () => projecting?.trouble() ?? rows.health().detail ?? (await foreignRows(store, rows)),
      },
      onProgress: (listener) => closers.add(every(LOOK_MS, listener)),
      whileOwner: (name, signal, work) => {
        // On rows that are not complete, what is done long since looks due.
        const mayHold = () => board.ready;
        const lease = { records: rows.logLeases, name, owner, sleep: realSleep, isGone: isGoneOwner, mayHold };
        return whileLeased(lease, signal, async (turn) => {
          const caughtUp = await rowsFollow(store, rows, turn);
          if (!caughtUp) logger.warn(`the turn of the ${name} begins on rows that stand still behind the log`);
          if (!turn.aborted) await work(turn);
        });
      },
      close: () => closers.close(),
    };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

/** Somebody may exchange either store under the running service. */
async function foreignRows(store: Connections['store'], rows: Connections['rows']): Promise<string | undefined> {
  const foreign = await isForeign(store, rows).catch(() => false);
  return foreign ? FOREIGN_ROWS : undefined;
}

/** Whose turn it was before may have done what the rows do not show yet, and a database that was dropped takes all leases with it. */
function rowsFollow(store: Connections['store'], rows: Connections['rows'], signal: AbortSignal): Promise<boolean> {
  return untilCaughtUp(caughtUpPorts(store, rows), signal);
}

function caughtUpPorts(store: Connections['store'], rows: Connections['rows']): CaughtUpPorts {
  const rowsAreAt = () => rows.writer.checkpoint(FOLLOWER);
  return { events: store, end: () => store.end(), prefixes: FOLLOWED, rowsAreAt, sleep: realSleep };
}

/** How far the rows are, whoever writes them. */
function watchProgress(connecting: Promise<Connections>): {
  readonly board: ProgressBoard;
  readonly poller: ProgressPoller;
} {
  const board = new ProgressBoard({
    projectedRevision: async (id) => (await connecting).rows.model.projectedRevision(id),
    timers: realTimers,
    onWaiting: () => poller.wake(),
  });
  const poller = new ProgressPoller({
    board,
    projectedRevisions: async (ids) => (await connecting).rows.projectedRevisions(ids),
    copyComplete: async () => (await connecting).rows.copyComplete(),
    sleep: realSleep,
  });
  return { board, poller };
}

interface Projecting {
  /** @see ReadModelThread.died */
  readonly died: Promise<Error>;
  /** What keeps this process's follower from going on, while it is its turn or for good. */
  trouble(): string | undefined;
  close(): Promise<void>;
}

/** Starts the thread that follows the log whenever it is this process's turn. What ends its follower for good ends nobody else's. */
async function startProjecting(
  stores: DistributedStores,
  owner: string,
  board: ProgressBoard,
  logger: Logger,
): Promise<Projecting> {
  let stopped: Error | undefined;
  const thread = await ReadModelThread.start({
    worker: new URL('./leased-projections.worker.js', import.meta.url),
    workerData: { stores, owner } satisfies LeasedProjectionsData,
    board: {
      // Whether there is a complete copy is read off its mark alone, which is lost with it: what is told here may be old by then.
      report: (report) => board.report({ ...report, caughtUp: false }),
      fail: (error) => {
        stopped = error;
        logger.error({ err: error }, 'this process projects no more');
      },
    },
    closeWithinMs: THREAD_CLOSE_MS,
    log: (sentence) => logger.info(sentence),
  });
  const trouble = () => (stopped ?? thread.trouble)?.message;
  return { died: thread.died, trouble, close: () => thread.close() };
}

/** Calls back again and again; the returned function ends it. */
function every(milliseconds: number, callback: () => void): () => void {
  const timer = setInterval(callback, milliseconds);
  return () => clearInterval(timer);
}

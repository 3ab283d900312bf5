import type { Logger } from 'pino';
import {
  type CaughtUpPorts,
  type LeaseOptions,
  LiveProcesses,
  MOST_BEHIND,
  ProgressBoard,
  ProgressPoller,
  readRowsBehind,
  RowsWatch,
  SharedRowsLag,
  sleepBy,
  untilCaughtUp,
  whileLeased,
} from '#read-model';
import { unlessAborted } from '#kernel';
import type { BatchLimits } from '#workspace-head';
import { FOLLOWED, FOLLOWER } from './catalogue.js';
import { Closers } from './closers.js';
import type { EventStore } from '#event-store';
import { ConfigError } from './config-error.js';
import { ForeignRowsCheck } from './foreign-rows.js';
import type { Machine } from './machine.js';
import type { StartBuilding } from './rebuild/shared-rebuild-run.js';
import { SharedRebuilds } from './rebuild/shared-rebuilds.js';
import type { SharedStores } from './shared-stores.js';
import type { ServedEventsIndex } from './served-events-index.js';
import type { StorePair, TurnScope } from './store-pair.js';

/**
 * The server regularly drops live subscriptions on appends of more events
 * (docs/reference/consistency.md#how-a-command-decides). Some versions also count metadata towards their 1 MiB
 * (docs/adr/0012-appends-to-eventstoredb-go-by-an-own-call.md), so both together stay below it.
 */
const GATHERS: Partial<BatchLimits> = { events: 200, dataBytes: 640 * 1_024, metadataBytes: 256 * 1_024 };

/** The part of this process that follows the log whenever it holds the lease. */
export interface Projecting {
  /** @see StorePair.died */
  readonly died: Promise<Error>;
  /** The reason why this process's follower waits or has stopped. */
  trouble(): string | undefined;
  /** @see StorePair.eventsPerSecond */
  eventsPerSecond(): number;
  close(): Promise<void>;
}

export interface SharedPairOptions {
  /** Connects to both stores. @throws ConfigError, StoreOpenError, ReadModelOpenError */
  readonly connect: () => Promise<SharedStores>;
  /** Opens the index of events in the background. Undefined: this process has none. */
  readonly openEventsIndex?: ((log: Pick<EventStore, 'follow'>) => ServedEventsIndex) | undefined;
  /** Undefined: this process does not project. */
  readonly startProjecting?: ((board: ProgressBoard) => Promise<Projecting>) | undefined;
  /** Starts a thread that rebuilds the rows. Undefined: this process rebuilds none. */
  readonly startBuilding?: StartBuilding | undefined;
  /** Identifies this process in leases. */
  readonly owner: string;
  /** Whether the process that an owner names has certainly ended. */
  readonly isGone: (owner: string) => boolean;
  readonly machine: Pick<Machine, 'timers' | 'monotonic' | 'clock' | 'ids'>;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Identify the keys of SECRETS_KEY without revealing anything about them. */
  readonly secretsKeyDigests: readonly string[];
  /** SECRETS_KEY_LOST: the keys of other processes no longer count. */
  readonly isKeyLost: boolean;
}

/**
 * The stores of a process that shares them with any number of other ones.
 * @throws ConfigError, StoreOpenError, ReadModelOpenError one clear sentence each
 */
export async function openSharedPair(options: SharedPairOptions): Promise<StorePair> {
  const { startProjecting, owner, isGone, machine, logger, secretsKeyDigests, isKeyLost } = options;
  const sleep = sleepBy(machine.timers);
  const closers = new Closers();
  try {
    const connecting = options.connect();
    closers.add(async () => (await connecting.catch(() => undefined))?.close());
    const { board, poller } = watchProgress(connecting, machine);
    closers.add(() => poller.close());
    // At the same time as the connections: until its thread follows the log, the rows of a killed process do not move.
    const starting = startProjecting?.(board);
    // Awaited only below: if both fail for the same reason, the error of the connections has the right class.
    const started = starting?.catch(() => undefined);
    const besides: { close(): Promise<void> }[] = [];
    // At the same time: each may wait for a store that hangs.
    closers.add(async () => {
      await Promise.all([(await started)?.close(), ...besides.map((each) => each.close())]);
    });
    const { store, keys, keysTrouble, skipped, rows } = await connecting;
    if (isKeyLost) await rows.replaceSharedValue('secrets_key', secretsKeyDigests);
    else if (!(await rows.registerSharedValue('secrets_key', secretsKeyDigests))) {
      throw new ConfigError(['SECRETS_KEY shares no key with the process that was started last on READMODEL_URL.']);
    }
    const projecting = await starting;
    const { rebuilding } = rows;
    const rebuild =
      rebuilding &&
      new SharedRebuilds({
        ...{ ...machine, rows: rebuilding, logger, startBuilding: options.startBuilding },
        lease: { records: rows.leases, owner, isGone },
        isReady: () => board.ready,
      });
    if (rebuild) besides.push(rebuild);
    const eventsIndex = options.openEventsIndex?.(store);
    if (eventsIndex) besides.push(eventsIndex);
    const rowsAreAt = () => rows.writer.checkpoint(FOLLOWER);
    const foreign = new ForeignRowsCheck(store, rows, machine.monotonic);
    const watch = new RowsWatch({ stamp: () => rows.stamp(FOLLOWER), sleep });
    closers.add(() => watch.close());
    const turns: Record<TurnScope, Pick<LeaseOptions, 'records' | 'name'>> = {
      log: { records: rows.logLeases, name: 'workers' },
      rows: { records: rows.leases, name: 'workers_of_rows' },
    };
    const caughtUp: CaughtUpPorts = { events: store, end: () => store.end(), prefixes: FOLLOWED, rowsAreAt, sleep };
    return {
      store,
      personalKeys: keys,
      skipped,
      gathers: GATHERS,
      readModel: rows.model,
      cacheWriter: rows.writer,
      rebuild,
      eventsIndex,
      progress: board,
      copying: () => 'The read model is being built from the log.',
      // Another process may write rows without notice to this one: no read may be cached.
      changes: { stamp: () => undefined },
      referenceClocks: [
        { server: 'MongoDB', read: () => rows.serverTime() },
        { server: 'EventStoreDB', read: () => store.serverTime() },
      ],
      newest: () => store.newest(),
      // A process that does not project has no thread that could die.
      died: projecting?.died ?? new Promise<never>(() => undefined),
      lag: new SharedRowsLag({ ...caughtUp, now: machine.monotonic }),
      rowsBehind: (signal) => readRowsBehind({ ...caughtUp, limit: MOST_BEHIND }, signal),
      eventsPerSecond: () => projecting?.eventsPerSecond(),
      checks: {
        eventStore: () => store.health().detail,
        personalKeys: keysTrouble,
        readModel: async () => projecting?.trouble() ?? rows.health().detail ?? (await foreign.sentence()),
      },
      rowsCaughtUp: async (signal) => {
        await unlessAborted(board.whenReady(), signal);
        return untilCaughtUp(caughtUp, signal);
      },
      shareLimits: () => {
        // A process whose rows are not complete answers nothing that rate limits count.
        const begins = board.whenReady();
        const live = new LiveProcesses({ records: rows.life, process: machine.ids.next(), begins, sleep });
        besides.push({ close: () => live.stop() });
        return () => live.count;
      },
      onProgress: (listener) => watch.listen(listener),
      whileOwner: (scope, signal, work) => {
        const { records, name } = turns[scope];
        // Rows that are not complete show finished items as due.
        const mayHold = () => board.ready;
        const lease = { records, name, owner, sleep, isGone, mayHold };
        return whileLeased(lease, signal, async (turn) => {
          // The previous owner may have done work that the rows do not show yet, and a dropped database loses all
          // leases.
          const isCaughtUp = await untilCaughtUp(caughtUp, turn);
          if (!isCaughtUp)
            logger.warn(`the turn of the workers of the ${scope} begins on rows that stand still behind the log`);
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

/** How far the rows are, whichever process writes them. */
function watchProgress(
  connecting: Promise<SharedStores>,
  { timers }: Pick<Machine, 'timers'>,
): { readonly board: ProgressBoard; readonly poller: ProgressPoller } {
  const board = new ProgressBoard({
    projectedRevision: async (id) => (await connecting).rows.model.projectedRevision(id),
    timers,
    onWaiting: () => poller.wake(),
  });
  const poller = new ProgressPoller({
    board,
    projectedRevisions: async (ids) => (await connecting).rows.projectedRevisions(ids),
    copyComplete: async () => (await connecting).rows.copyComplete(),
    sleep: sleepBy(timers),
  });
  return { board, poller };
}

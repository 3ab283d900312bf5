import type { Logger } from 'pino';
import type { Tracer } from '#kernel';
import type { ProgressBoard } from '#read-model';
import { ReadModelThread } from '#read-model/thread';
import { connect, THREAD_CLOSE_MS } from './distributed-stores.js';
import type { LeasedProjectionsData } from './leased-projections.worker.js';
import type { Machine } from './machine.js';
import { isGoneOwner, processOwner } from './process-owner.js';
import { openSharedEventsIndex } from './shared-events-index.js';
import { buildingThreads } from './rebuild/shared-building-thread.js';
import { openSharedPair, type Projecting, type SharedPairOptions } from './shared-pair.js';
import type { SecretsKeys } from './secrets-keys.js';
import type { StorePair } from './store-pair.js';
import type { DistributedStores } from './stores-config.js';
import { tracedBoard } from './tracing/traced-board.js';

export interface DistributedOptions extends Pick<SharedPairOptions, 'secretsKeyDigests' | 'isKeyLost'> {
  /** Whether this process folds the log into the read model while it holds the lease. */
  readonly projects: boolean;
  readonly logger: Logger;
  readonly machine: Machine;
  /** The keys that wrap those of personal data, derived from SECRETS_KEY. */
  readonly secrets: SecretsKeys;
  /** PERSONAL_KEYS_LOST: the keys that the log was written with are lost. */
  readonly areKeysLost: boolean;
  /** Undefined: nothing is traced. */
  readonly tracer?: Tracer | undefined;
}

/**
 * The stores of the distributed shape: EventStoreDB and MongoDB, shared with any number of other processes.
 * @throws ConfigError, StoreOpenError, PersonalKeysOpenError, ReadModelOpenError: one clear sentence each.
 */
export function openDistributedPair(stores: DistributedStores, options: DistributedOptions): Promise<StorePair> {
  const { projects, logger, machine, secrets, areKeysLost, tracer } = options;
  const owner = processOwner(machine.ids.next());
  return openSharedPair({
    ...options,
    connect: () => connect(stores, { secrets, areKeysLost, ...machine, log: (sentence) => logger.warn(sentence) }),
    openEventsIndex: stores.hasEventsIndex
      ? (log) => openSharedEventsIndex({ log, stores, owner, projects, logger })
      : undefined,
    startProjecting: projects
      ? (board) => {
          const data = { stores, owner, secrets, areKeysLost, isTraced: tracer !== undefined };
          return startProjecting(data, tracedBoard(board, tracer), logger);
        }
      : undefined,
    startBuilding: projects ? buildingThreads({ stores, secrets, areKeysLost }) : undefined,
    owner,
    isGone: isGoneOwner,
  });
}

/**
 * Starts the thread that follows the log whenever this process holds the lease. An error that ends this follower for
 * good ends no other process's.
 */
async function startProjecting(
  data: LeasedProjectionsData,
  board: Pick<ProgressBoard, 'report'>,
  logger: Logger,
): Promise<Projecting> {
  let stopped: Error | undefined;
  const thread = await ReadModelThread.start({
    worker: new URL('./leased-projections.worker.js', import.meta.url),
    workerData: data,
    board: {
      // Whether there is a complete copy is read from its mark alone, which is dropped with it: a report may be out of
      // date.
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
  return { died: thread.died, trouble, eventsPerSecond: () => thread.eventsPerSecond, close: () => thread.close() };
}

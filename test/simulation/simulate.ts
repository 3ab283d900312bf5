import { instant, type RecordedEvent } from '#kernel';
import { EventOpener, type PersonalKeys } from '#personal-data';
import { MemoryPersonalKeys } from '#personal-data/testing';
import { SCHEMAS } from '../../apps/service/catalogue.js';
import { EventDecoder } from '../../libs/event-store/decode.js';
import { withoutGlobalReferences } from './kernel/global-references.js';
import { countTurns } from './kernel/turns.js';
import { StuckError } from './kernel/kernel.js';
import { SimulatedWorld, type WorldOptions } from './simulated-world.js';
import type { RowsDatabase } from './stores/rows-database.js';
import { KEYS_SECRET } from './stores/simulated-keys.js';
import type { History, HistoryCopy, Work } from './world.js';

/** Events of the heap that a run plays at most: one that needs more goes round in circles. */
const MAX_STEPS = 2_000_000;
/** Virtual milliseconds that work takes at most; requests that are never answered end there. */
const WORK_MS = 3_600_000;
/** Virtual milliseconds within which a healed world has settled: re-indexing and sweeps retry after a minute. */
const SETTLE_MS = 600_000;
/** Virtual milliseconds without any progress after which a world has settled, if it has caught up. */
const STILL_MS = 12_000;
const LOOK_MS = 1_000;

/** Runs one world: work while things go wrong, then it is healed and settles. */
export async function simulate(seed: number, work: Work, options?: WorldOptions): Promise<History> {
  const world = new SimulatedWorld(seed, options);
  const onUnhandled = (reason: unknown): void => void world.faults.push(`unhandled rejection: ${textOf(reason)}`);
  process.on('unhandledRejection', onUnhandled);
  const undo = [withoutGlobalReferences(), countTurns()];
  let stuck: string | undefined;
  try {
    await run(world, work);
  } catch (error) {
    // What a callback of a timer throws would have ended the process.
    if (!(error instanceof StuckError)) world.faults.push(`uncaught: ${textOf(error)}`);
    stuck = `${(error as Error).message}, at ${instant(world.now())}`;
  } finally {
    for (const each of undo) each();
    process.off('unhandledRejection', onUnhandled);
  }
  return historyOf(world, stuck);
}

async function run(world: SimulatedWorld, work: Work): Promise<void> {
  const { kernel } = world;
  world.begin();
  let isDone = false;
  work(world).then(
    () => (isDone = true),
    (error: unknown) => {
      world.faults.push(`the work failed: ${textOf(error)}`);
      isDone = true;
    },
  );
  await kernel.runUntil(() => isDone, { maxSteps: MAX_STEPS, until: world.now() + WORK_MS });
  world.heal();
  const healedAt = world.now();
  const settled = settle(world);
  await kernel.runUntil(() => settled.isDone, { maxSteps: MAX_STEPS, until: healedAt + SETTLE_MS });
}

/** Watches a world until nothing has moved for a while. */
function settle(world: SimulatedWorld): { readonly isDone: boolean } {
  const state = { isDone: false };
  let seen = '';
  let since = world.now();
  const look = (): void => {
    const { progress } = world;
    if (progress !== seen || world.underWay > 0 || !world.isCaughtUp) since = world.now();
    seen = progress;
    state.isDone = world.now() - since >= STILL_MS;
    if (!state.isDone) world.kernel.after(LOOK_MS, 'look whether all is still', look);
  };
  look();
  return state;
}

async function historyOf(world: SimulatedWorld, stuck: string | undefined): Promise<History> {
  const { kernel, log, database } = world;
  const parked = await Promise.all(world.processes.map((process) => process.parked()));
  return {
    seed: world.seed,
    answersAhead: world.conditions.answersAhead,
    startedAt: world.startedAt,
    endedAt: world.now(),
    ...(await openedEvents(world)),
    stored: log.events,
    appends: log.appends,
    requests: [...world.requests].sort((a, b) => a.number - b.number),
    copies: world.versions.map((version) => copyOf(database, version)),
    parked: parked.flat(),
    received: world.received,
    incidents: world.incidents,
    faults: world.faults,
    stuck,
    steps: kernel.steps,
    hash: kernel.hash,
  };
}

/** The log as it was written, and as it is read today. Records of Idempotency-Keys are sealed, as in the rows. */
async function openedEvents({ log, keys }: SimulatedWorld): Promise<Pick<History, 'events' | 'reread'>> {
  const decoder = new EventDecoder({ upcast: SCHEMAS.upcast });
  const decoded = log.events.map((event) => ({ ...decoder.decode(event), at: event.at }));
  const { store, everGiven } = keys;
  const events = await openedWith(decoded, { get: async (ids) => ids.map((id) => everGiven.get(id)!) });
  if (store.shreddings === 0) return { events, reread: events };
  return { events, reread: await openedWith(decoded, new MemoryPersonalKeys([KEYS_SECRET], store)) };
}

async function openedWith<Event extends RecordedEvent>(
  events: readonly Event[],
  keys: Pick<PersonalKeys, 'get'>,
): Promise<readonly Event[]> {
  const opened = await new EventOpener(keys).openEvents(events, { records: false });
  return opened.map((event, n) => {
    if (event instanceof Error) throw event;
    return { ...events[n]!, data: event.data };
  });
}

function copyOf(database: RowsDatabase, version: string): HistoryCopy {
  const copy = database.copy(version);
  const { projectedRevisions } = copy.storage({ generation: '', ...copy.mark });
  const others = [copy.mark?.kept, copy.mark?.building].filter((set) => set !== undefined);
  return {
    version,
    rows: copy.rowsOf(),
    others: others.map(({ set }) => copy.rowsOf(set ?? '')),
    rebuild: copy.lastRebuild,
    projectedRevisions,
  };
}

function textOf(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}

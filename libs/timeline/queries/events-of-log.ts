import type { RecordedEvent } from '#kernel';
import { API_KEYS } from '#workspaces/domain';
import type { ReadModel } from '#read-model';
import { type EventPlace, isShown, presentEvent } from '../domain/index.js';
import { placeIn, placeOf, readRun, type ReadsLog, RUNS_AT_ONCE, runsOf } from './log-runs.js';

export type PresentedEvent = ReturnType<typeof presentEvent>;

/**
 * Characters of JSON after which a page ends although more events would be allowed: one event may have 1 MiB of data,
 * and 200 of them would fill the memory.
 */
const MAX_PAGE_UNITS = 4_000_000;

/** The events of some rows of the index. */
export interface EventsOfRows {
  readonly events: readonly PresentedEvent[];
  /** The rows whose events these are; fewer than asked for where these are large. */
  readonly taken: number;
}

/**
 * Reads events from the log, and presents them with the names of the keys that acted. Those that an operator has
 * skipped since are left out: they count as events that change nothing.
 * @param isWanted what the index cannot tell
 * @throws StoreUnavailableError, ReadModelUnavailableError
 */
export async function eventsOf(
  rows: readonly EventPlace[],
  log: ReadsLog,
  keys: Pick<ReadModel, 'getMany'>,
  isWanted: (event: RecordedEvent) => boolean = () => true,
): Promise<EventsOfRows> {
  const events: PresentedEvent[] = [];
  const names = new Map<string, string | null>();
  let [taken, units] = [0, 0];
  const places = rows.map(placeIn);
  const runs = runsOf(places);
  // Of all runs so far: the later events of a run may be needed behind those of many runs that begin after it.
  const found = new Map<string, RecordedEvent>();
  for (let begin = 0; begin < runs.length && units < MAX_PAGE_UNITS; begin += RUNS_AT_ONCE) {
    const some = await Promise.all(runs.slice(begin, begin + RUNS_AT_ONCE).map((run) => readRun(run, log)));
    for (const event of some.flat()) found.set(placeOf(event), event);
    await learnNames(some.flat(), keys, names);
    while (taken < rows.length && units < MAX_PAGE_UNITS) {
      const event = found.get(placeOf(places[taken]!));
      if (!event) break;
      taken += 1;
      if (!isShown(event) || !isWanted(event)) continue;
      const { actor } = event.metadata;
      const shown = presentEvent(event, names.get(actor.id ?? '') ?? null);
      events.push(shown);
      units += JSON.stringify(shown).length;
    }
  }
  if (taken < rows.length && units < MAX_PAGE_UNITS) throw new Error(`the log lacks ${placeOf(places[taken]!)}`);
  return { events, taken };
}

async function learnNames(
  events: readonly RecordedEvent[],
  keys: Pick<ReadModel, 'getMany'>,
  names: Map<string, string | null>,
): Promise<void> {
  const acted = events.flatMap(({ metadata: { actor, workspace_id } }) =>
    actor.kind === 'api_key' && actor.id !== null && !names.has(actor.id) ? [[workspace_id, actor.id] as const] : [],
  );
  const unknown = [...new Map(acted.map((key) => [key[1], key])).values()];
  const rows = unknown.length === 0 ? [] : await keys.getMany(API_KEYS, unknown);
  for (const [n, [, id]] of unknown.entries()) names.set(id, rows[n]?.name ?? null);
}

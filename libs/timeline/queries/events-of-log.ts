import { type EventStore, StoreUnavailableError } from '#event-store';
import { type RecordedEvent, UnknownEventError, workspaceStream } from '#kernel';
import { API_KEYS } from '#workspaces/domain';
import type { ReadModel } from '#read-model';
import { type EventPlace, isShown, presentEvent } from '../domain/index.js';

type ReadsLog = Pick<EventStore, 'read'>;
export type PresentedEvent = ReturnType<typeof presentEvent>;

/**
 * Characters of JSON after which a page ends although more events would be allowed: one event may have 1 MiB of data,
 * and 200 of them would fill the memory.
 */
const MAX_PAGE_UNITS = 4_000_000;
/** Events between two wanted ones of a stream that are read with them rather than by another call. */
const GAP = 16;
/** Events of one call to the log. */
const RUN = 50;
/** Calls to the log at a time. */
const AT_ONCE = 8;

type Place = Pick<RecordedEvent, 'stream' | 'revision'>;

/** A part of a stream that has some wanted events. */
interface Run {
  readonly stream: string;
  readonly from: number;
  to: number;
}

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
  for (let begin = 0; begin < runs.length && units < MAX_PAGE_UNITS; begin += AT_ONCE) {
    const some = await Promise.all(runs.slice(begin, begin + AT_ONCE).map((run) => readRun(run, log)));
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

/** The runs in the order in which the rows need them. */
function runsOf(places: readonly Place[]): readonly Run[] {
  const runs: Run[] = [];
  const last = new Map<string, Run>();
  for (const { stream, revision } of places) {
    const run = last.get(stream);
    if (run && revision > run.to && revision - run.to <= GAP && revision - run.from < RUN) run.to = revision;
    else {
      const begun: Run = { stream, from: revision, to: revision };
      runs.push(begun);
      last.set(stream, begun);
    }
  }
  return runs;
}

async function readRun({ stream, from, to }: Run, log: ReadsLog): Promise<readonly RecordedEvent[]> {
  try {
    return await log.read(stream, { from, limit: to - from + 1 });
  } catch (error) {
    if (!(error instanceof UnknownEventError)) throw error;
    throw new StoreUnavailableError('An event of this page was written by a newer version of the service.');
  }
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

function placeIn({ workspace_id, stream, revision }: EventPlace): Place {
  return { stream: stream || workspaceStream(workspace_id), revision };
}

function placeOf({ stream, revision }: Place): string {
  return `${stream}@${revision}`;
}

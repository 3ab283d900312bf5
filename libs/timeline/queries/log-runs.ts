import { type EventStore, StoreUnavailableError } from '#event-store';
import { type RecordedEvent, UnknownEventError } from '#kernel';

export type ReadsLog = Pick<EventStore, 'read'>;

/** Events between two wanted ones of a stream that are read with them rather than by another call. */
const GAP = 16;
/** Events of one call to the log. */
const RUN = 50;
/** Calls to the log at a time. */
const RUNS_AT_ONCE = 8;

/** Where an event stands: its stream by name. */
export type Place = Pick<RecordedEvent, 'stream' | 'revision'>;

/** A part of a stream that has some wanted events. */
interface Run {
  readonly stream: string;
  readonly from: number;
  to: number;
}

/**
 * The events of some places, in the order of the places. All of them are held at once: for few, or small ones.
 * @param places each once
 * @throws StoreUnavailableError also where one was written by a newer version of the service
 * @throws Error the log lacks one
 */
export async function eventsAt(places: readonly Place[], log: ReadsLog): Promise<readonly RecordedEvent[]> {
  const runs = runsOf(places);
  const wanted = new Set(places.map(placeOf));
  const found = new Map<string, RecordedEvent>();
  for (let begin = 0; begin < runs.length; begin += RUNS_AT_ONCE) {
    const some = await Promise.all(runs.slice(begin, begin + RUNS_AT_ONCE).map((run) => readRun(run, log)));
    for (const event of some.flat()) if (wanted.has(placeOf(event))) found.set(placeOf(event), event);
  }
  return places.map((place) => {
    const event = found.get(placeOf(place));
    if (!event) throw new Error(`the log lacks ${placeOf(place)}`);
    return event;
  });
}

/** The runs in the order in which the places need them. */
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

/** A place as one text, for maps. */
function placeOf({ stream, revision }: Place): string {
  return `${stream}@${revision}`;
}

import { type Json, type RecordedEvent, WORKSPACE_STREAMS } from '#kernel';
import { DELIVERY_STREAMS } from '#webhooks/domain';
import { type PastEventBatch, type PastEventsOptions, readPastEvents } from './past-events.js';
import { PastRefusal } from './past-refusal.js';
import { readSealedEvents } from './sealed-events.js';
import { Actors, type NamedActor } from './timeline/actors.js';
import { shortValues } from './timeline/short-values.js';

/** An event of a request, and the events that name it as their cause, in the order of the log. */
export interface CausedEvent extends Pick<RecordedEvent, 'id' | 'stream' | 'revision' | 'type'> {
  readonly occurred_at: string;
  readonly actor: NamedActor;
  /** The fields of its data that are single values, but for long texts. */
  readonly says: Readonly<Record<string, Json>>;
  readonly effects: readonly CausedEvent[];
}

/** Everything that one request has led to, also through workers. */
export interface CauseTree {
  /** The id of the request; of what a worker began by itself an id of the worker's. */
  readonly correlation_id: string;
  /** The events that no event has caused. */
  readonly events: readonly CausedEvent[];
}

export interface CausesOptions extends Pick<PastEventsOptions, 'environment' | 'signal'> {
  /** The id of an event of the workspace. */
  readonly eventId: string;
  /** Undefined: the one of the event. */
  readonly workspaceId: string | undefined;
  /** Called with each batch: the part of the log that was read, and what is done. */
  readonly progress: (part: number | undefined, what: string) => void;
}

/**
 * Reads what led to an event and what it led to. The log is read up to the event for its request, and then as a whole
 * for the events of that request. Only these are held in memory. Nothing is written.
 * @throws PastRefusal one clear sentence; `not_found`: there is no such event
 * @throws the reason of `signal`
 */
export async function readCauses(options: CausesOptions): Promise<CauseTree> {
  const { eventId, workspaceId, ...reading } = options;
  const found = await find(workspaceId === undefined ? readAll(reading) : read({ ...reading, workspaceId }), options);
  if (!found) {
    const where = workspaceId === undefined ? '' : ` in workspace ${workspaceId}`;
    throw new PastRefusal('not_found', `The log has no event ${eventId}${where}.`);
  }
  const { correlation_id, workspace_id } = found.metadata;
  const tree = new GrowingTree();
  for await (const { events, part } of read({ ...reading, workspaceId: workspace_id })) {
    for (const event of events) tree.add(event, correlation_id);
    options.progress(part, `${tree.size} events of the request`);
  }
  return { correlation_id, events: tree.roots };
}

async function find(
  log: AsyncIterable<Pick<PastEventBatch, 'events' | 'part'>>,
  { eventId, progress }: CausesOptions,
): Promise<RecordedEvent | undefined> {
  for await (const { events, part } of log) {
    const found = events.find(({ id }) => id === eventId);
    if (found) return found;
    progress(part, 'to the event');
  }
  return undefined;
}

type Reading = Pick<PastEventsOptions, 'environment' | 'signal'>;

function read(options: Reading & Pick<PastEventsOptions, 'workspaceId'>): ReturnType<typeof readPastEvents> {
  return readPastEvents({ ...options, from: undefined, until: undefined });
}

function readAll(options: Reading): ReturnType<typeof readSealedEvents> {
  return readSealedEvents({ ...options, prefixes: [WORKSPACE_STREAMS, DELIVERY_STREAMS] });
}

/** The tree of one request, event by event in the order of the log: causes stand before their effects. */
class GrowingTree {
  readonly roots: CausedEvent[] = [];
  private readonly effectsOf = new Map<string, CausedEvent[]>();
  private readonly actors = new Actors();

  get size(): number {
    return this.effectsOf.size;
  }

  add(event: RecordedEvent, correlationId: string): void {
    this.actors.learn(event);
    const { id, stream, revision, type, metadata } = event;
    if (metadata.correlation_id !== correlationId) return;
    const { occurred_at, causation_id } = metadata;
    const effects: CausedEvent[] = [];
    this.effectsOf.set(id, effects);
    const siblings = causation_id === null ? this.roots : (this.effectsOf.get(causation_id) ?? this.roots);
    siblings.push({
      id,
      stream,
      revision,
      type,
      occurred_at,
      actor: this.actors.of(event),
      says: shortValues(event),
      effects,
    });
  }
}

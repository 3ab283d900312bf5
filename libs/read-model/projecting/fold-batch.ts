import { type FollowedEvent, isSkipRecord, isUnreadable } from '#event-store';
import type { Collection, DocumentKey, Projection, RecordedEvent, Row, ResidentRows, ResidentKey } from '#kernel';
import { wholeKey, WORKSPACE_STREAMS } from '#kernel';
import type { DocumentCache, Slot } from './document-cache.js';
import type { HeldStreams } from './held-streams.js';
import { erases } from '../personal-rows.js';
import { type PoisonedEvent, poisonBeforeFolding, poisonedBy, streamOf } from './poisoned-event.js';

/** Most projections need no resident rows. */
const NONE: readonly ResidentKey[] = [];

/** The documents that an event changes. */
interface Step {
  readonly event: RecordedEvent;
  readonly touches: readonly { readonly projection: Projection; readonly slots: readonly Slot[] }[];
}

/** The first events of a batch: those that are written in one commit. */
export interface Plan {
  readonly steps: readonly Step[];
  /** Events of the batch that these steps finish, including those that are passed over. */
  readonly taken: number;
}

/**
 * Finds the documents that events touch, until `maxRows` are reached. One event is never split, however many rows it
 * touches. Events of held streams are passed over. So is an event whose keys cannot be determined, with the later
 * events of its stream. The record of a skipped event is the last one of its plan: events after it are projected in
 * another way.
 */
export function planEvents(
  events: readonly FollowedEvent[],
  begin: number,
  { projections, documents, held, maxRows }: PlanPorts,
): Plan {
  const steps: Step[] = [];
  let rows = 0;
  let at = begin;
  for (; at < events.length; at += 1) {
    const event = events[at]!;
    if (held.holds(event)) continue;
    const poison = poisonBeforeFolding(event);
    if (poison) held.hold(poison);
    if (poison || isUnreadable(event)) continue;
    const keys = keysOf(event, projections);
    if ('reason' in keys) {
      held.hold(keys);
      continue;
    }
    rows += keys.reduce((count, { found }) => count + found.length, 0);
    if (rows > maxRows && steps.length > 0) break;
    // Not counted: resident rows are few, and the same ones in each batch.
    for (const { needs } of keys) for (const { collection, key } of needs) documents.slot(collection, key);
    const touches = keys.map(({ projection, found }) => ({
      projection,
      slots: found.map((key) => documents.slot(projection.collection, key)),
    }));
    steps.push({ event, touches });
    if (isSkipRecord(event)) {
      at += 1;
      break;
    }
  }
  return { steps, taken: at - begin };
}

/** The ports of a plan. */
export interface PlanPorts {
  readonly projections: readonly Projection[];
  readonly documents: DocumentCache;
  readonly held: HeldStreams;
  readonly maxRows: number;
}

interface Keys {
  readonly projection: Projection;
  readonly found: readonly DocumentKey[];
  readonly needs: readonly ResidentKey[];
}

function keysOf(event: RecordedEvent, projections: readonly Projection[]): readonly Keys[] | PoisonedEvent {
  const keys: Keys[] = [];
  for (const projection of projections) {
    try {
      const found = projection.keys(event);
      if (found.length > 0) keys.push({ projection, found, needs: projection.needs?.(event) ?? NONE });
    } catch (error) {
      return poisonedBy(event, error, projection.collection.name);
    }
  }
  return keys;
}

/**
 * Folds events into their loaded documents, in order. A document at the revision of an event, or above it, has the
 * event already. An event at which a projection throws leaves documents half folded: then everything is folded anew
 * without it and without the later events of its stream.
 */
export function foldSteps(
  steps: readonly Step[],
  resident: ResidentRows,
  { documents, held }: Pick<PlanPorts, 'documents' | 'held'>,
): void {
  for (;;) {
    const poison = foldUntilPoison(steps, resident, held);
    if (!poison) return;
    held.hold(poison);
    documents.rollback();
  }
}

function foldUntilPoison(steps: readonly Step[], resident: ResidentRows, held: HeldStreams): PoisonedEvent | undefined {
  for (const { event, touches } of steps) {
    if (held.holds(event)) continue;
    for (const { projection, slots } of touches) {
      if (waits(event, slots, held))
        return poisonedBy(event, `it waits for ${streamOf(event)}`, projection.collection.name);
      try {
        for (const slot of slots) evolveSlot(projection, event, slot, resident);
      } catch (error) {
        return poisonedBy(event, error, projection.collection.name);
      }
    }
  }
  return undefined;
}

/**
 * Documents may begin in a workspace's stream and continue in one of their own (deliveries). While the beginning is
 * held back, later events would be folded into an empty document and lost.
 */
function waits(event: RecordedEvent, slots: readonly Slot[], held: HeldStreams): boolean {
  if (event.stream.startsWith(WORKSPACE_STREAMS) || !held.has(streamOf(event))) return false;
  return slots.some(({ document }) => document === undefined);
}

/**
 * The resident rows of a batch, as the fold has left them: as of the event, or of a later one where a batch is
 * repeated.
 */
export class BatchResidentRows implements ResidentRows {
  private readonly isLive: ReadonlyMap<string, (row: Row) => boolean>;

  constructor(
    projections: readonly Projection[],
    private readonly documents: Pick<DocumentCache, 'documentAt'>,
  ) {
    const ofResident = projections.flatMap(({ collection, resident }) => (resident ? [{ collection, resident }] : []));
    this.isLive = new Map(
      ofResident.map(({ collection, resident }) => [collection.name, (row) => resident.isLive(row)]),
    );
  }

  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined {
    const isLive = this.isLive.get(collection.name);
    if (!isLive) throw new Error(`${collection.name} is not a resident collection`);
    const row = this.documents.documentAt(collection, key);
    return row && isLive(row) ? (row as Doc) : undefined;
  }
}

function evolveSlot(projection: Projection, event: RecordedEvent, slot: Slot, resident: ResidentRows): void {
  const before = slot.document;
  const revision = projection.orderOf?.(event) ?? event.revision;
  if (before && before.revision >= revision) return;
  const after = projection.evolve(before, event, slot.key, resident);
  if (after && !before) wholeKey(projection.collection, slot.key);
  if (before && after && erases(projection, before, after)) slot.erases = true;
  // Copied only where the revision differs: rows of twenty fields cost more to copy than to fold.
  if (after) slot.document = after.revision === revision ? after : { ...after, revision };
  else if (before) throw new Error(`evolve made ${slot.key.join('/')} disappear; rows are marked, never deleted`);
}

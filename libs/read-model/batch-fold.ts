import type { Projection, RecordedEvent } from '#kernel';
import type { Documents, Slot } from './documents.js';
import { PoisonedEventError } from './poisoned-event.js';

/** What an event does to which documents. */
interface Step {
  readonly event: RecordedEvent;
  readonly touches: readonly { readonly projection: Projection; readonly slots: readonly Slot[] }[];
}

/** The first events of a batch, as many as are written in one commit. */
export interface Plan {
  readonly steps: readonly Step[];
  /** The event after them cannot even be asked for its keys. */
  readonly poison: PoisonedEventError | undefined;
}

/**
 * Finds the documents that events touch, until `maxRows` are reached. One event is never split, however many rows it touches.
 * @returns at least one step, unless the first event is poisoned.
 */
export function planEvents(
  events: readonly RecordedEvent[],
  begin: number,
  projections: readonly Projection[],
  documents: Documents,
  maxRows: number,
): Plan {
  const steps: Step[] = [];
  let rows = 0;
  for (let i = begin; i < events.length; i += 1) {
    const event = events[i]!;
    const keys = [];
    for (const projection of projections) {
      try {
        const found = projection.keys(event);
        if (found.length === 0) continue;
        keys.push({ projection, found });
        rows += found.length;
      } catch (error) {
        return { steps, poison: PoisonedEventError.at(event, projection.collection.name, error) };
      }
    }
    if (rows > maxRows && steps.length > 0) break;
    const touches = keys.map(({ projection, found }) => ({
      projection,
      slots: found.map((key) => documents.slot(projection.collection, key)),
    }));
    steps.push({ event, touches });
  }
  return { steps, poison: undefined };
}

/**
 * Folds events into their loaded documents, in order. An event at or below a document's revision is in it already.
 * @returns how many events were folded, fewer than all if one is poisoned. The documents are then torn: rewind, fold so many.
 */
export function foldSteps(
  steps: readonly Step[],
  count: number,
): { readonly folded: number; readonly poison: PoisonedEventError | undefined } {
  for (let i = 0; i < count; i += 1) {
    const { event, touches } = steps[i]!;
    for (const { projection, slots } of touches) {
      try {
        for (const slot of slots) evolveSlot(projection, event, slot);
      } catch (error) {
        return { folded: i, poison: PoisonedEventError.at(event, projection.collection.name, error) };
      }
    }
  }
  return { folded: count, poison: undefined };
}

function evolveSlot(projection: Projection, event: RecordedEvent, slot: Slot): void {
  const before = slot.document;
  if (before && before.revision >= event.revision) return;
  const after = projection.evolve(before, event, slot.key);
  if (after) slot.document = { ...after, revision: event.revision };
  else if (before) throw new Error(`evolve made ${slot.key.join('/')} disappear; rows are marked, never deleted`);
}

import type { Collection, DocumentKey, Projection, RecordedEvent, Row, SettingsAtHand, SettingsKey } from '#kernel';
import type { Documents, Slot } from './documents.js';
import { PoisonedEventError } from './poisoned-event.js';

/** Most projections need no settings. */
const NONE: readonly SettingsKey[] = [];

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
        keys.push({ projection, found, needs: projection.needs?.(event) ?? NONE });
        rows += found.length;
      } catch (error) {
        return { steps, poison: PoisonedEventError.at(event, projection.collection.name, error) };
      }
    }
    if (rows > maxRows && steps.length > 0) break;
    // Not counted: of settings there are few, and the same ones again and again.
    for (const { needs } of keys) for (const { collection, key } of needs) documents.slot(collection, key);
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
  settings: SettingsAtHand,
): { readonly folded: number; readonly poison: PoisonedEventError | undefined } {
  for (let i = 0; i < count; i += 1) {
    const { event, touches } = steps[i]!;
    for (const { projection, slots } of touches) {
      try {
        for (const slot of slots) evolveSlot(projection, event, slot, settings);
      } catch (error) {
        return { folded: i, poison: PoisonedEventError.at(event, projection.collection.name, error) };
      }
    }
  }
  return { folded: count, poison: undefined };
}

/** The settings of a batch, as the fold has left them: as of the event, or of a later one where a batch is done again. */
export class SettingsOfBatch implements SettingsAtHand {
  private readonly isLive: ReadonlyMap<string, (row: Row) => boolean>;

  constructor(
    projections: readonly Projection[],
    private readonly documents: Pick<Documents, 'at'>,
  ) {
    const ofSettings = projections.flatMap(({ collection, settings }) => (settings ? [{ collection, settings }] : []));
    this.isLive = new Map(
      ofSettings.map(({ collection, settings }) => [collection.name, (row) => settings.isLive(row)]),
    );
  }

  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined {
    const isLive = this.isLive.get(collection.name);
    if (!isLive) throw new Error(`${collection.name} is not a settings collection`);
    const row = this.documents.at(collection, key);
    return row && isLive(row) ? (row as Doc) : undefined;
  }
}

function evolveSlot(projection: Projection, event: RecordedEvent, slot: Slot, settings: SettingsAtHand): void {
  const before = slot.document;
  const revision = projection.orderOf?.(event) ?? event.revision;
  if (before && before.revision >= revision) return;
  const after = projection.evolve(before, event, slot.key, settings);
  // Copied only where it is not there yet: rows of twenty fields cost more to copy than to fold.
  if (after) slot.document = after.revision === revision ? after : { ...after, revision };
  else if (before) throw new Error(`evolve made ${slot.key.join('/')} disappear; rows are marked, never deleted`);
}

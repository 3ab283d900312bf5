import type { Collection, DocumentKey, Projection, RecordedEvent, ResidentRows, Row } from '#kernel';
import type { EventIndex, Link } from './event-index.js';
import { foldEvent, type ResidentCollections } from './resident-collections.js';

/** A row as an event has left it, kept beside that event. */
export interface FoldedRow {
  readonly row: Row;
  /** The resident rows that the fold has read. */
  readonly read: ConsultedRows;
}

type EventOfRow = Link<RecordedEvent, FoldedRow>;

/**
 * The rows of one collection that retained events touch, as these events leave them. A row that was folded once is kept
 * beside its newest event, and later events are folded into it: a pick reads the members that the newest calls touch,
 * and all of them again at the next pick. It goes with its event: into the rows, or back where the event was only
 * predicted.
 */
export class FoldedRows {
  constructor(
    private readonly projection: Projection,
    private readonly events: EventIndex<RecordedEvent, FoldedRow>,
    private readonly resident: ResidentCollections,
  ) {}

  /** A row that was folded before. Undefined: it has to be loaded, or no event touches it. */
  known(name: string, key: DocumentKey): Row | undefined {
    const newest = this.events.newestOf(name);
    let last = newest;
    while (last && !last.kept?.read.isCurrent) last = last.older;
    if (!last) return undefined;
    return last === newest ? last.kept!.row : this.foldOn(newest!, key, last.kept!.row, last.kept!.read);
  }

  /** Folds the events that touch a row into it, as it was loaded: those that it has are passed over. */
  fold(name: string, key: DocumentKey, loaded: Row | undefined): Row | undefined {
    const newest = this.events.newestOf(name);
    return newest ? this.foldOn(newest, key, loaded) : loaded;
  }

  private foldOn(newest: EventOfRow, key: DocumentKey, before: Row | undefined, read?: ConsultedRows): Row | undefined {
    const events: RecordedEvent[] = [];
    for (let at: EventOfRow | undefined = newest; at && at.revision > (before?.revision ?? -1); at = at.older)
      events.push(at.item);
    if (events.length === 0) return before;
    const consulted = new ConsultedRows(this.resident, read);
    let row = before;
    for (let at = events.length - 1; at >= 0; at -= 1)
      row = foldEvent(this.projection, row, events[at]!, key, consulted);
    if (row) newest.kept = { row, read: consulted };
    return row;
  }
}

/** Resident rows that note what is read: a fold is valid until a row of a collection that it has read changes. */
class ConsultedRows implements ResidentRows {
  /** By collection, the number of its changes when it was read. */
  private readonly changes: Map<string, number>;

  constructor(
    private readonly resident: ResidentCollections,
    before?: ConsultedRows,
  ) {
    this.changes = new Map(before?.changes);
  }

  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined {
    this.changes.set(collection.name, this.resident.changesOf(collection.name));
    return this.resident.row(collection, key);
  }

  get isCurrent(): boolean {
    for (const [name, changes] of this.changes) if (this.resident.changesOf(name) !== changes) return false;
    return true;
  }
}

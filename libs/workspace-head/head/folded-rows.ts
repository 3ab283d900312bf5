import type { Collection, DocumentKey, Projection, RecordedEvent, ResidentRows, Row } from '#kernel';
import type { Snapshot } from '../view/rows-needed.js';
import type { EventIndex } from './event-index.js';
import { foldEvent, type ResidentCollections } from './resident-collections.js';

/** Rows of one collection that are kept at most: one event may touch 100,000. */
const MOST_KEPT = 5_000;

/** A row as an event has left it. */
export interface FoldedRow {
  readonly row: Row;
  /** The last event in it. */
  readonly event: RecordedEvent;
  /** That of the row that it was folded from. */
  readonly generation: string | undefined;
  /** The resident rows that the fold has read. */
  readonly read: ConsultedRows;
}

/** A row that is kept, and the events that came since. */
interface Found {
  readonly kept: FoldedRow;
  /** The newest first. */
  readonly since: readonly RecordedEvent[];
}

/**
 * The rows of one collection that retained events touch, as these events leave them. A row that was folded once is kept
 * as long as its last event, and later events are folded into it: a pick reads the members that the newest calls touch,
 * and all of them again at the next pick (docs/adr/0093-rows-that-events-touch-stay-folded-in-the-head.md).
 */
export class FoldedRows {
  constructor(
    private readonly projection: Projection,
    private readonly events: EventIndex<RecordedEvent, FoldedRow>,
    private readonly resident: ResidentCollections,
    private readonly snapshot: Snapshot,
  ) {}

  /** Whether a row need not be loaded. */
  isKept(name: string): boolean {
    return this.find(name) !== undefined;
  }

  /** A row that was folded before. Undefined: it has to be loaded. */
  kept(name: string, key: DocumentKey): Row | undefined {
    const found = this.find(name);
    if (!found) return undefined;
    // What another command has read may be of a generation that is gone: it is confirmed as if this one had read it.
    this.snapshot.usesKeptRows = true;
    const { kept, since } = found;
    return since.length === 0 ? kept.row : this.foldOn(name, key, kept.row, since, kept.read);
  }

  /** Folds the events that touch a row into it, as it was loaded: those that it has are passed over. */
  fold(name: string, key: DocumentKey, loaded: Row | undefined): Row | undefined {
    const revision = loaded?.revision ?? -1;
    const newest = this.events.newestOf(name);
    if (!newest || newest.revision <= revision) return loaded;
    const kept = this.kept(name, key);
    if (kept) return kept;
    const since: RecordedEvent[] = [];
    for (let at: typeof newest | undefined = newest; at && at.revision > revision; at = at.older) since.push(at.item);
    return this.foldOn(name, key, loaded, since);
  }

  private find(name: string): Found | undefined {
    const kept = this.events.keptOf(name);
    const newest = this.events.newestOf(name);
    if (!kept || kept.generation !== this.snapshot.generation) return undefined;
    // The stored row has all events, and perhaps amendments since.
    if (!newest || newest.revision <= this.snapshot.projectedRevision) return undefined;
    const since: RecordedEvent[] = [];
    const { isCurrent } = kept.read;
    for (let at: typeof newest | undefined = newest; at && isCurrent; at = at.older) {
      if (at.item === kept.event) return { kept, since };
      since.push(at.item);
    }
    // Its event was predicted and taken back, or has left; or a resident row has changed.
    this.events.drop(name);
    return undefined;
  }

  private foldOn(
    name: string,
    key: DocumentKey,
    before: Row | undefined,
    since: readonly RecordedEvent[],
    readBefore?: ConsultedRows,
  ): Row | undefined {
    const read = new ConsultedRows(this.resident, readBefore);
    let row = before;
    for (let at = since.length - 1; at >= 0; at -= 1) row = foldEvent(this.projection, row, since[at]!, key, read);
    if (row) this.events.keep(name, { row, event: since[0]!, generation: this.snapshot.generation, read }, MOST_KEPT);
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

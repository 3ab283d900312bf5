import {
  type Collection,
  type DocumentKey,
  keyOf,
  keyText,
  type Projection,
  type RecordedEvent,
  type Row,
  type ResidentRows,
} from '#kernel';

/** Folds one event into one row; undefined while the row never existed. Events that the row already has are skipped. */
export function foldEvent(
  projection: Projection,
  row: Row | undefined,
  event: RecordedEvent,
  key: DocumentKey,
  resident: ResidentRows,
): Row | undefined {
  if (row && event.revision <= row.revision) return row;
  const next = projection.evolve(row, event, key, resident);
  return next && { ...next, revision: event.revision };
}

/** The state of a row before an event that may still be taken back. */
interface Change {
  readonly revision: number;
  readonly collection: string;
  readonly name: string;
  readonly before: Row | undefined;
}

/**
 * The resident rows of one workspace: every live row of the resident collections (workspace, keys, active lists,
 * outcomes). Rows are never changed in place, so predicted events can be taken back.
 */
export class ResidentCollections implements ResidentRows {
  private readonly collections: ReadonlyMap<string, Map<string, Row>>;
  /** Changes by events above the last confirmed one, oldest first. */
  private readonly changes: Change[] = [];
  private readonly changeCounts = new Map<string, number>();

  constructor(private readonly projections: readonly Projection[]) {
    this.collections = new Map(projections.map(({ collection }) => [collection.name, new Map()]));
  }

  /** Rows of all resident collections. */
  get size(): number {
    let size = 0;
    for (const rows of this.collections.values()) size += rows.size;
    return size;
  }

  /** The live rows of a resident collection by key text; undefined if the collection is not resident. */
  liveRows(collection: string): ReadonlyMap<string, Row> | undefined {
    return this.collections.get(collection);
  }

  /** A number that is raised when a row of a resident collection changes. */
  changesOf(collection: string): number {
    return this.changeCounts.get(collection) ?? 0;
  }

  row<Doc extends Row>({ name }: Collection<Doc>, key: DocumentKey): Doc | undefined {
    const projection = this.projections.find(({ collection }) => collection.name === name);
    if (!projection) throw new Error(`${name} is not a resident collection`);
    const row = this.collections.get(name)!.get(keyText(key));
    // While a head is loaded, the map also holds rows that are no longer live.
    return row && projection.resident!.isLive(row) ? (row as Doc) : undefined;
  }

  /**
   * Takes in a row from the read model. While a head is loaded also a row that is not live: it shows what its events
   * came to, so they are not folded twice.
   */
  loadRow(projection: Projection, row: Row): void {
    const { collection } = projection;
    this.collections.get(collection.name)!.set(keyText(keyOf(collection, row)), row);
  }

  /** Folds an event that stands in front of the workspace's stream into the rows that are not there yet. */
  begin(event: RecordedEvent): void {
    for (const projection of this.projections) {
      const rows = this.collections.get(projection.collection.name)!;
      for (const key of projection.keys(event)) {
        const row = rows.has(keyText(key)) ? undefined : projection.evolve(undefined, event, key, this);
        if (row) this.loadRow(projection, { ...row, revision: -1 });
      }
    }
  }

  /** Ends the loading: rows that are not live are dropped. */
  keepLive(): void {
    for (const { collection, resident } of this.projections) {
      const rows = this.collections.get(collection.name)!;
      for (const [name, row] of rows) if (!resident!.isLive(row)) rows.delete(name);
    }
  }

  apply(event: RecordedEvent): void {
    for (const projection of this.projections) {
      const rows = this.collections.get(projection.collection.name)!;
      for (const key of projection.keys(event)) {
        const name = keyText(key);
        const before = rows.get(name);
        const next = foldEvent(projection, before, event, key, this);
        if (next === before) continue;
        const collection = projection.collection.name;
        this.changes.push({ revision: event.revision, collection, name, before });
        this.put(collection, name, next && projection.resident!.isLive(next) ? next : undefined);
      }
    }
  }

  /** The events up to and including a revision are in the log and are not taken back. */
  confirm(revision: number): void {
    const open = this.changes.findIndex((change) => change.revision > revision);
    this.changes.splice(0, open < 0 ? this.changes.length : open);
  }

  /** Undoes the events above a revision: they were predicted and not written. */
  takeBack(revision: number): void {
    while (this.changes.length > 0 && this.changes.at(-1)!.revision > revision) {
      const { collection, name, before } = this.changes.pop()!;
      this.put(collection, name, before);
    }
  }

  private put(collection: string, name: string, row: Row | undefined): void {
    const rows = this.collections.get(collection)!;
    if (row) rows.set(name, row);
    else rows.delete(name);
    this.changeCounts.set(collection, this.changesOf(collection) + 1);
  }
}

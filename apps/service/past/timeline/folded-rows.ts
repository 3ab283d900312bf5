import {
  type Collection,
  type DocumentKey,
  inFoldingOrder,
  keyText,
  type Projection,
  type RecordedEvent,
  type ResidentRows,
  type Row,
} from '#kernel';

/** Rows of one collection that are folded, and no other. */
export interface Needed<Doc extends Row = Row> {
  readonly collection: Collection<Doc>;
  /** Whether the row of this key, which this event changes, is one of them; by nothing but the key and the event. */
  isNeeded(key: DocumentKey, event: RecordedEvent): boolean;
  /** Whether a row is still held after an event; undefined: always. */
  isHeld?(row: Doc): boolean;
}

/** A row that an event changes. */
export interface Touched {
  readonly projection: Projection;
  readonly key: DocumentKey;
}

/** A few rows in memory, folded with the service's own projections: what is not needed is never held. */
export class FoldedRows {
  private readonly folds: readonly { readonly projection: Projection; readonly needed: Needed }[];
  private readonly held = new Map<string, Map<string, Row>>();

  /** @throws Error no projection feeds a needed collection */
  constructor(needed: readonly Needed[], projections: readonly Projection[]) {
    const fed = inFoldingOrder(projections).flatMap((projection) => {
      const of = needed.find(({ collection }) => collection.name === projection.collection.name);
      return of ? [{ projection, needed: of }] : [];
    });
    if (fed.length < needed.length) throw new Error('a needed collection has no projection');
    this.folds = fed;
    for (const { collection } of needed) this.held.set(collection.name, new Map());
  }

  /** Whether an event may change a needed row, whatever was folded before. Events that it is false for change none. */
  mayTouch(event: RecordedEvent): boolean {
    return this.folds.some(({ projection, needed }) =>
      projection.keys(event).some((key) => needed.isNeeded(key, event)),
    );
  }

  /** The needed rows that an event changes, in the order in which they are folded. */
  touched(event: RecordedEvent): readonly Touched[] {
    return this.folds.flatMap(({ projection, needed }) => {
      const keys = projection.keys(event).filter((key) => needed.isNeeded(key, event));
      return keys.map((key) => ({ projection, key }));
    });
  }

  /** Folds an event into the rows that it touches. */
  fold(event: RecordedEvent, touched: readonly Touched[]): void {
    for (const { projection, key } of touched) {
      const rows = this.rowsOf(projection.collection);
      const folded = projection.evolve(rows.get(keyText(key)), event, key, this.resident);
      if (!folded) continue;
      const revision = projection.orderOf?.(event) ?? event.revision;
      const { needed } = this.folds.find((fold) => fold.projection === projection)!;
      if (needed.isHeld?.(folded) ?? true) rows.set(keyText(key), { ...folded, revision });
      else rows.delete(keyText(key));
    }
  }

  /** The row of a key; undefined: there is none, or it is not held. */
  row<Doc extends Row>(collection: Collection<Doc>, key: DocumentKey): Doc | undefined {
    return this.rowsOf(collection).get(keyText(key)) as Doc | undefined;
  }

  /** The rows of a collection that are held. */
  all<Doc extends Row>(collection: Collection<Doc>): Iterable<Doc> {
    return this.rowsOf(collection).values() as Iterable<Doc>;
  }

  /** Rows that another row is folded with: of what is live only, as in a head. */
  private readonly resident: ResidentRows = {
    row: (collection, key) => {
      const row = this.row(collection, key);
      const { resident } = this.folds.find(
        ({ projection }) => projection.collection.name === collection.name,
      )!.projection;
      return row && resident?.isLive(row) ? row : undefined;
    },
  };

  private rowsOf({ name }: Collection): Map<string, Row> {
    return this.held.get(name)!;
  }
}

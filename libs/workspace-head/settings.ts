import { type DocumentKey, keyText, type Projection, type RecordedEvent, type Row } from '#kernel';
import { keyOf } from './fields.js';

/** One event folded into one row; undefined while the row never existed. Skips what the row already has. */
export function fold(
  projection: Projection,
  row: Row | undefined,
  event: RecordedEvent,
  key: DocumentKey,
): Row | undefined {
  if (row && event.revision <= row.revision) return row;
  const next = projection.evolve(row, event, key);
  return next && { ...next, revision: event.revision };
}

/**
 * The settings of one workspace, folded in full: every live row of the settings collections (workspace, keys, active lists,
 * outcomes). Copied when predictions have to be taken back, so rows are never changed in place.
 */
export class Settings {
  private constructor(
    private readonly projections: readonly Projection[],
    private readonly collections: Map<string, Map<string, Row>>,
  ) {}

  static empty(projections: readonly Projection[]): Settings {
    return new Settings(projections, new Map(projections.map(({ collection }) => [collection.name, new Map()])));
  }

  copy(): Settings {
    return new Settings(this.projections, new Map([...this.collections].map(([name, rows]) => [name, new Map(rows)])));
  }

  /** All live rows of a settings collection by key text; undefined if the collection is none. */
  of(collection: string): ReadonlyMap<string, Row> | undefined {
    return this.collections.get(collection);
  }

  /** Takes in a row as the read model has it. */
  load(projection: Projection, row: Row): void {
    const { collection } = projection;
    this.collections.get(collection.name)!.set(keyText(keyOf(collection, row)), row);
  }

  apply(event: RecordedEvent): void {
    for (const projection of this.projections) {
      const rows = this.collections.get(projection.collection.name)!;
      for (const key of projection.keys(event)) {
        const name = keyText(key);
        const next = fold(projection, rows.get(name), event, key);
        if (next && projection.settings!.isLive(next)) rows.set(name, next);
        else rows.delete(name);
      }
    }
  }
}

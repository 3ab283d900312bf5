import { type DocumentKey, type IndexValue, keyText, type Projection, type RecordedEvent } from '#kernel';
import { EventIndex, type Naming } from './event-index.js';
import type { FoldedRow } from './folded-rows.js';

/** The name of an index prefix within its collection. */
export function nameOfPrefix(index: string, prefix: readonly IndexValue[]): string {
  return `${index}#${prefix.join('|')}`;
}

/**
 * The events indexed for one collection. Built on the first read, since most events leave before their collection is
 * read.
 */
interface Lazy<Index> {
  readonly index: Index;
  /** Revision of the last indexed event. */
  through: number;
}

type Ends = Pick<EventIndex<unknown>, 'dropThrough' | 'forgetAbove'>;

/** The events that touch a row, and the row as they leave it. */
export type EventsOfRows = EventIndex<RecordedEvent, FoldedRow>;

/**
 * The events that a head keeps because the rows may lack them, indexed by the rows and the index prefixes that they
 * touch. Their revisions have no gaps.
 */
export class RetainedEvents {
  private readonly events: RecordedEvent[] = [];
  /** Events at the front of `events` that have left; cut off in bulk. */
  private gone = 0;
  private readonly rows = new Map<string, Lazy<EventsOfRows>>();
  private readonly prefixes = new Map<string, Lazy<EventIndex<DocumentKey>>>();

  get size(): number {
    return this.events.length - this.gone;
  }

  /** Rows that are kept folded. */
  get keptRows(): number {
    let kept = 0;
    for (const { index } of this.rows.values()) kept += index.kept;
    return kept;
  }

  /** The newest event retained. */
  get last(): RecordedEvent | undefined {
    return this.size > 0 ? this.events.at(-1)! : undefined;
  }

  /** The event of a revision; undefined: it is not retained. */
  at(revision: number): RecordedEvent | undefined {
    const first = this.events[this.gone];
    return first && revision >= first.revision ? this.events[this.gone + revision - first.revision] : undefined;
  }

  addEvent(event: RecordedEvent): void {
    this.events.push(event);
  }

  /** The events that touch the rows of a projection, by key text. */
  eventsOfRows(projection: Projection): EventsOfRows {
    return this.upToDate(this.rows, projection, namesOfRows);
  }

  /** Keys of rows that events above a revision may have moved to, from or within an index prefix. */
  keysUnder(projection: Projection, prefix: string, aboveRevision: number): readonly DocumentKey[] {
    return this.upToDate(this.prefixes, projection, namesOfPrefixes).above(prefix, aboveRevision);
  }

  /**
   * Drops the events up to and including a revision.
   * @returns the newest dropped event
   */
  dropThrough(revision: number): RecordedEvent | undefined {
    let newest: RecordedEvent | undefined;
    for (; this.size > 0 && this.events[this.gone]!.revision <= revision; this.gone += 1)
      newest = this.events[this.gone];
    if (this.gone > 1_000 && this.gone * 2 > this.events.length) {
      this.events.splice(0, this.gone);
      this.gone = 0;
    }
    for (const { index } of this.indexes()) index.dropThrough(revision);
    return newest;
  }

  /** Takes out the events above a revision: they were predicted and not written. */
  forgetAbove(revision: number): void {
    while (this.size > 0 && this.events.at(-1)!.revision > revision) this.events.pop();
    for (const lazy of this.indexes()) {
      lazy.index.forgetAbove(revision);
      lazy.through = Math.min(lazy.through, revision);
    }
  }

  private *indexes(): Iterable<Lazy<Ends>> {
    yield* this.rows.values();
    yield* this.prefixes.values();
  }

  private upToDate<Item, Kept>(
    indexes: Map<string, Lazy<EventIndex<Item, Kept>>>,
    projection: Projection,
    naming: (projection: Projection) => Naming<Item>,
  ): EventIndex<Item, Kept> {
    const { name } = projection.collection;
    let lazy = indexes.get(name);
    if (!lazy) indexes.set(name, (lazy = { index: new EventIndex(naming(projection)), through: -1 }));
    if (this.size > 0) {
      const first = this.events[this.gone]!.revision;
      const from = Math.max(0, lazy.through + 1 - first);
      for (let at = this.gone + from; at < this.events.length; at += 1) lazy.index.addEvent(this.events[at]!);
      lazy.through = this.events.at(-1)!.revision;
    }
    return lazy.index;
  }
}

function namesOfRows(projection: Projection): Naming<RecordedEvent> {
  return (event, put) => {
    for (const key of projection.keys(event)) put(keyText(key), event);
  };
}

function namesOfPrefixes(projection: Projection): Naming<DocumentKey> {
  return (event, put) => {
    for (const { index, prefix, key } of projection.touches!(event)) put(nameOfPrefix(index, prefix), key);
  };
}

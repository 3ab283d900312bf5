import { type DocumentKey, type IndexValue, keyText, type Projection, type RecordedEvent } from '#kernel';

/** The name of a row across collections. */
export function rowName(collection: string, key: DocumentKey): string {
  return `${collection}/${keyText(key)}`;
}

/** The name of an index prefix across collections. */
export function prefixName(collection: string, index: string, prefix: readonly IndexValue[]): string {
  return `${collection}#${index}#${prefix.join('|')}`;
}

interface Touch {
  readonly revision: number;
  readonly key: DocumentKey;
}

interface Retained {
  readonly event: RecordedEvent;
  readonly rows: readonly string[];
  readonly prefixes: readonly string[];
}

/**
 * The events a head keeps because some rows do not have them yet, found by the rows and the index prefixes they touch. Events
 * enter at the end and leave at either end (folded into the rows, or never written), so every list below is a queue too.
 */
export class RetainedEvents {
  private readonly retained: Retained[] = [];
  /** How many at the front of `retained` have left; cut off in bulk, since shifting each costs the whole length. */
  private gone = 0;
  private readonly byRow = new Map<string, RecordedEvent[]>();
  private readonly byPrefix = new Map<string, Touch[]>();

  constructor(private readonly projections: readonly Projection[]) {}

  get size(): number {
    return this.retained.length - this.gone;
  }

  /** The newest event retained. */
  get last(): RecordedEvent | undefined {
    return this.size > 0 ? this.retained.at(-1)!.event : undefined;
  }

  add(event: RecordedEvent): void {
    const rows: string[] = [];
    const prefixes: string[] = [];
    for (const projection of this.projections) {
      const { name } = projection.collection;
      for (const key of projection.keys(event)) {
        const row = rowName(name, key);
        rows.push(row);
        push(this.byRow, row, event);
      }
      for (const touch of projection.touches?.(event) ?? []) {
        const prefix = prefixName(name, touch.index, touch.prefix);
        prefixes.push(prefix);
        push(this.byPrefix, prefix, { revision: event.revision, key: touch.key });
      }
    }
    this.retained.push({ event, rows, prefixes });
  }

  /** Events that touch a row, oldest first. */
  ofRow(row: string): readonly RecordedEvent[] {
    return this.byRow.get(row) ?? [];
  }

  /** Keys of rows whose place under an index prefix may have changed by events above a revision. */
  keysUnder(prefix: string, aboveRevision: number): readonly DocumentKey[] {
    return (this.byPrefix.get(prefix) ?? [])
      .filter((touch) => touch.revision > aboveRevision)
      .map((touch) => touch.key);
  }

  /** Lets go of the events up to a revision. */
  dropThrough(revision: number, onDrop: (event: RecordedEvent) => void): void {
    while (this.gone < this.retained.length && this.retained[this.gone]!.event.revision <= revision) {
      const { event, rows, prefixes } = this.retained[this.gone]!;
      this.gone += 1;
      for (const row of rows) take(this.byRow, row, 'first');
      for (const prefix of prefixes) take(this.byPrefix, prefix, 'first');
      onDrop(event);
    }
    if (this.gone > 1_000 && this.gone * 2 > this.retained.length) {
      this.retained.splice(0, this.gone);
      this.gone = 0;
    }
  }

  /** Forgets the events above a revision: they were predicted and did not happen. */
  forgetAbove(revision: number, onDrop: (event: RecordedEvent) => void): void {
    while (this.size > 0 && this.retained.at(-1)!.event.revision > revision) {
      const { event, rows, prefixes } = this.retained.pop()!;
      for (const row of rows.toReversed()) take(this.byRow, row, 'last');
      for (const prefix of prefixes.toReversed()) take(this.byPrefix, prefix, 'last');
      onDrop(event);
    }
  }
}

function push<Item>(lists: Map<string, Item[]>, name: string, item: Item): void {
  const list = lists.get(name);
  if (list) list.push(item);
  else lists.set(name, [item]);
}

function take<Item>(lists: Map<string, Item[]>, name: string, end: 'first' | 'last'): void {
  const list = lists.get(name)!;
  if (end === 'first') list.shift();
  else list.pop();
  if (list.length === 0) lists.delete(name);
}

import type { RecordedEvent } from '#kernel';

/** One event in the chain of a name. */
export interface Link<Item, Kept = never> {
  readonly name: string;
  readonly revision: number;
  readonly item: Item;
  /** What a reader of the chain keeps beside the event. */
  kept: Kept | undefined;
  older: Link<Item, Kept> | undefined;
  newer: Link<Item, Kept> | undefined;
}

/** Most rows are touched by no retained event. */
const NONE: readonly never[] = [];

/** The names of an event in an index: calls back once for each name under which it is to be found. */
export type Naming<Item> = (event: RecordedEvent, put: (name: string, item: Item) => void) => void;

/**
 * Events by the names under which they are indexed. Events enter at the end and leave at either end (folded into the
 * rows, or never written), so each name has a chain that is cut at both ends, at a cost that does not grow with its
 * length.
 */
export class EventIndex<Item, Kept = never> {
  private readonly links: Link<Item, Kept>[] = [];
  /**
   * Links at the front of `links` that have left. They are cut off in bulk, since each shift costs the whole length.
   */
  private gone = 0;
  private readonly newest = new Map<string, Link<Item, Kept>>();
  /** Revision of the event that is being indexed. */
  private revision = -1;

  constructor(private readonly naming: Naming<Item>) {}

  addEvent(event: RecordedEvent): void {
    this.revision = event.revision;
    this.naming(event, this.put);
  }

  /** The newest event of a name. */
  newestOf(name: string): Link<Item, Kept> | undefined {
    return this.newest.get(name);
  }

  /** Items of a name with revisions above the given one, oldest first. */
  above(name: string, revision: number): readonly Item[] {
    let link = this.newest.get(name);
    if (!link) return NONE;
    const items: Item[] = [];
    for (; link && link.revision > revision; link = link.older) items.push(link.item);
    return items.reverse();
  }

  /** Drops the events up to and including a revision. */
  dropThrough(revision: number): void {
    for (; this.gone < this.links.length && this.links[this.gone]!.revision <= revision; this.gone += 1) {
      const link = this.links[this.gone]!;
      if (link.newer) link.newer.older = undefined;
      else this.newest.delete(link.name);
    }
    if (this.gone > 1_000 && this.gone * 2 > this.links.length) {
      this.links.splice(0, this.gone);
      this.gone = 0;
    }
  }

  /** Forgets the events above a revision. */
  forgetAbove(revision: number): void {
    while (this.links.length > this.gone && this.links.at(-1)!.revision > revision) {
      const { name, older } = this.links.pop()!;
      if (older) {
        older.newer = undefined;
        this.newest.set(name, older);
      } else this.newest.delete(name);
    }
  }

  private readonly put = (name: string, item: Item): void => {
    const older = this.newest.get(name);
    const link: Link<Item, Kept> = { name, revision: this.revision, item, kept: undefined, older, newer: undefined };
    if (older) older.newer = link;
    this.newest.set(name, link);
    this.links.push(link);
  };
}

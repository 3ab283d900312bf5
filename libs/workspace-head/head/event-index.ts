import type { RecordedEvent } from '#kernel';

/** One event in the chain of a name. */
interface Link<Item> {
  readonly name: string;
  readonly revision: number;
  readonly item: Item;
  older: Link<Item> | undefined;
  newer: Link<Item> | undefined;
}

/** Most rows are touched by no event at all. */
const NONE: readonly never[] = [];

/** What an index says of an event: calls back for each name under which it is to be found. */
export type Naming<Item> = (event: RecordedEvent, put: (name: string, item: Item) => void) => void;

/**
 * Events by the names they go under. Events enter at the end and leave at either end (folded into the rows, or never
 * written), so each name holds a chain that is cut at both ends, at a cost that does not grow with it.
 */
export class EventIndex<Item> {
  private readonly links: Link<Item>[] = [];
  /** How many at the front of `links` have left; cut off in bulk, since shifting each costs the whole length. */
  private gone = 0;
  private readonly newest = new Map<string, Link<Item>>();
  /** The event being named. */
  private revision = -1;

  constructor(private readonly naming: Naming<Item>) {}

  addEvent(event: RecordedEvent): void {
    this.revision = event.revision;
    this.naming(event, this.put);
  }

  /** Items of a name above a revision, oldest first. */
  above(name: string, revision: number): readonly Item[] {
    let link = this.newest.get(name);
    if (!link) return NONE;
    const items: Item[] = [];
    for (; link && link.revision > revision; link = link.older) items.push(link.item);
    return items.reverse();
  }

  /** Lets go of the events up to a revision. */
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
    const link: Link<Item> = { name, revision: this.revision, item, older, newer: undefined };
    if (older) older.newer = link;
    this.newest.set(name, link);
    this.links.push(link);
  };
}

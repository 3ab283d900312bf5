import type { RecordedEvent } from '#kernel';

/** One event in the chain of a name. */
interface Link<Item> {
  readonly name: string;
  readonly revision: number;
  readonly item: Item;
  older: Link<Item> | undefined;
  newer: Link<Item> | undefined;
}

/** The events of a name. */
interface Chain<Item, Kept> {
  newest: Link<Item>;
  /** What a reader of the chain keeps beside it. */
  kept: Kept | undefined;
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
  private readonly links: Link<Item>[] = [];
  /**
   * Links at the front of `links` that have left. They are cut off in bulk, since each shift costs the whole length.
   */
  private gone = 0;
  private readonly chains = new Map<string, Chain<Item, Kept>>();
  private keptCount = 0;
  /** Revision of the event that is being indexed. */
  private revision = -1;

  constructor(private readonly naming: Naming<Item>) {}

  addEvent(event: RecordedEvent): void {
    this.revision = event.revision;
    this.naming(event, this.put);
  }

  /** How much is kept. @see keep */
  get kept(): number {
    return this.keptCount;
  }

  /** The newest event of a name. */
  newestOf(name: string): Link<Item> | undefined {
    return this.chains.get(name)?.newest;
  }

  /** What is kept beside the events of a name. It goes with the last of them. */
  keptOf(name: string): Kept | undefined {
    return this.chains.get(name)?.kept;
  }

  /** Keeps something beside the events of a name, in place of what was kept; of `most` names at most. */
  keep(name: string, kept: Kept, most: number): void {
    const chain = this.chains.get(name);
    if (!chain || (chain.kept === undefined && this.keptCount >= most)) return;
    if (chain.kept === undefined) this.keptCount += 1;
    chain.kept = kept;
  }

  /** Keeps nothing more beside the events of a name. */
  drop(name: string): void {
    const chain = this.chains.get(name);
    if (chain?.kept === undefined) return;
    this.keptCount -= 1;
    chain.kept = undefined;
  }

  /** Items of a name with revisions above the given one, oldest first. */
  above(name: string, revision: number): readonly Item[] {
    let link = this.newestOf(name);
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
      else this.end(link.name);
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
        this.chains.get(name)!.newest = older;
      } else this.end(name);
    }
  }

  private readonly put = (name: string, item: Item): void => {
    const chain = this.chains.get(name);
    const older = chain?.newest;
    const link: Link<Item> = { name, revision: this.revision, item, older, newer: undefined };
    if (older) older.newer = link;
    if (chain) chain.newest = link;
    else this.chains.set(name, { newest: link, kept: undefined });
    this.links.push(link);
  };

  private end(name: string): void {
    this.drop(name);
    this.chains.delete(name);
  }
}

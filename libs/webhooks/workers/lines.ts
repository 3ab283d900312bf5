/** What stands in a line. */
export interface InLine {
  readonly host: string;
  readonly due_at: string;
  readonly number: number;
}

/** Held of one host: as many as are sent while the list is gone through for more. */
export const A_HOST = 1_024;
/** Held in all; the others are found again. */
const IN_ALL = 50_000;

/** What is due and waits for its turn: one line a host, each in the order of its time. */
export class Lines<Item extends InLine> {
  private readonly lines = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** False: there is no room, neither for this one nor for what comes after it in its host's line. */
  add(item: Item): boolean {
    const line = this.lines.get(item.host) ?? [];
    if (line.length >= A_HOST || this.count >= IN_ALL) return false;
    let place = line.length;
    // Mostly it belongs at the end; a row that came late does not.
    while (place > 0 && isBefore(item, line[place - 1]!)) place -= 1;
    line.splice(place, 0, item);
    this.lines.set(item.host, line);
    this.count += 1;
    return true;
  }

  /** Whether a host's line has become so short that it is worth going through the to-do list for more. */
  isShort(host: string): boolean {
    return (this.lines.get(host)?.length ?? 0) < A_HOST / 2;
  }

  /** Takes out what is due longest, among the hosts that have room for it. */
  next(hasRoom: (host: string) => boolean): Item | undefined {
    let first: Item | undefined;
    for (const [host, [head]] of this.lines) {
      if ((!first || isBefore(head!, first)) && hasRoom(host)) first = head!;
    }
    return first && this.shift(first.host);
  }

  /** Takes out everything. */
  clear(): void {
    this.lines.clear();
    this.count = 0;
  }

  private shift(host: string): Item {
    const line = this.lines.get(host)!;
    const item = line.shift()!;
    if (line.length === 0) this.lines.delete(host);
    this.count -= 1;
    return item;
  }
}

function isBefore(a: InLine, b: InLine): boolean {
  return a.due_at < b.due_at || (a.due_at === b.due_at && a.number < b.number);
}

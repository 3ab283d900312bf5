import { isDueBefore, receiverName, type Sendable, type Turns } from './slots.js';

/** Held of one receiver: as many as are sent while the list is gone through for more. */
export const A_LINE = 1_024;
/** Held in all; the others are found again. */
const IN_ALL = 50_000;

/** What is due and waits for its turn: one line a receiver, each in the order of its time. */
export class Lines<Item extends Sendable> {
  private readonly lines = new Map<string, Item[]>();
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** False: there is no room, neither for this one nor for what comes after it in its receiver's line. */
  add(item: Item): boolean {
    const name = receiverName(item);
    const line = this.lines.get(name) ?? [];
    if (line.length >= A_LINE || this.count >= IN_ALL) return false;
    let place = line.length;
    // Mostly it belongs at the end; a row that came late does not.
    while (place > 0 && isDueBefore(item, line[place - 1]!)) place -= 1;
    line.splice(place, 0, item);
    this.lines.set(name, line);
    this.count += 1;
    return true;
  }

  /** Whether a receiver's line has become so short that it is worth going through the to-do list for more. */
  isShort(receiver: string): boolean {
    return this.count < IN_ALL / 2 && (this.lines.get(receiver)?.length ?? 0) < A_LINE / 2;
  }

  /** Takes out the first one of the line whose turn it is. */
  next(turns: Turns): Item | undefined {
    let first: Item | undefined;
    for (const [head] of this.lines.values()) {
      if (turns.hasRoom(head!) && (!first || turns.goesBefore(head!, first))) first = head!;
    }
    return first && this.shift(first);
  }

  /** Takes out everything. */
  clear(): void {
    this.lines.clear();
    this.count = 0;
  }

  private shift(first: Item): Item {
    const name = receiverName(first);
    const line = this.lines.get(name)!;
    line.shift();
    if (line.length === 0) this.lines.delete(name);
    this.count -= 1;
    return first;
  }
}

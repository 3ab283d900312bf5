/** The seeds of the two halves of a hash. */
const [LEFT, RIGHT] = [0x9e3779b1, 0x85ebca6b];

/**
 * Ids that were seen, as hashes of 63 bits: 16 to 32 bytes an id, so that ten million fit. Among ten million, two
 * different ids are taken for the same with a probability of 5 in a million.
 */
export class IdSet {
  private slots = new Uint32Array(2 * 65_536);
  private count = 0;

  /** @returns whether the id is new */
  add(id: string): boolean {
    if (this.count * 4 >= this.slots.length) this.grow();
    let [left, right] = [LEFT, RIGHT];
    for (let at = 0; at < id.length; at += 1) {
      const unit = id.charCodeAt(at);
      left = Math.imul(left ^ unit, 0x01000193);
      right = Math.imul(right + unit, 0xc2b2ae35) ^ (right >>> 15);
    }
    // Unsigned, as the slots are: a negative half would equal none of them.
    const isNew = this.place(left >>> 0, (right | 1) >>> 0);
    if (isNew) this.count += 1;
    return isNew;
  }

  /** An empty slot has 0 on its right, which no hash has. */
  private place(left: number, right: number): boolean {
    const { slots } = this;
    const mask = slots.length / 2 - 1;
    for (let at = mixed(left, right) & mask; ; at = (at + 1) & mask) {
      if (slots[2 * at + 1] === 0) {
        slots[2 * at] = left;
        slots[2 * at + 1] = right;
        return true;
      }
      if (slots[2 * at] === left && slots[2 * at + 1] === right) return false;
    }
  }

  private grow(): void {
    const { slots } = this;
    this.slots = new Uint32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += 2) {
      if (slots[at + 1] !== 0) this.place(slots[at]!, slots[at + 1]!);
    }
  }
}

function mixed(left: number, right: number): number {
  const word = Math.imul(left ^ (right >>> 13), 0x27d4eb2f);
  return (word ^ (word >>> 15)) >>> 0;
}

import { v7 } from 'uuid';
import type { Clock, IdSource } from '#kernel';

const ID_BYTES = 16;
/** Ids for which random bytes are drawn at a time: a draw costs more than the rest of making an id. */
const IDS_A_DRAW = 512;

/** UUIDv7, increasing within the process: a counter behind the millisecond (RFC 9562, section 6.2, method 1). */
export class Uuids implements IdSource {
  private readonly random = new Uint8Array(ID_BYTES * IDS_A_DRAW);
  private drawn = this.random.length;
  private msecs = 0;
  private seq = 0;

  /** @param fill fills the bytes at random */
  constructor(
    private readonly clock: Clock,
    private readonly fill: (bytes: Uint8Array) => void,
  ) {}

  next(): string {
    const random = this.draw();
    const now = this.clock.now();
    if (now > this.msecs) {
      this.msecs = now;
      // The counter begins again, in the lower half of its range: two thousand million more fit into the millisecond.
      this.seq = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1;
    } else this.seq += 1;
    return v7({ msecs: this.msecs, seq: this.seq, random });
  }

  private draw(): Uint8Array {
    if (this.drawn === this.random.length) {
      this.fill(this.random);
      this.drawn = 0;
    }
    this.drawn += ID_BYTES;
    return this.random.subarray(this.drawn - ID_BYTES, this.drawn);
  }
}

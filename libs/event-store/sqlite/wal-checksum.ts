/** The first word of a WAL; its last bit says in which order of bytes checksums are made, on every machine. */
const MAGIC = 0x377f0682;

/**
 * The running checksum of a WAL: that of each frame covers all frames before it.
 * @see https://sqlite.org/walformat.html
 */
export class WalChecksum {
  private constructor(
    private readonly isBigEndian: boolean,
    private one = 0,
    private two = 0,
  ) {}

  /** The checksum behind the header; undefined: the header does not fit its own. */
  static ofHeader(header: Buffer): WalChecksum | undefined {
    const magic = header.readUInt32BE(0);
    if ((magic & ~1) !== MAGIC) return undefined;
    const checksum = new WalChecksum((magic & 1) === 1);
    checksum.add(header.subarray(0, 24));
    return checksum.isAt(header, 24) ? checksum : undefined;
  }

  /** Adds the next frame. @returns whether it fits the checksum in it */
  fits(frame: Buffer): boolean {
    this.add(frame.subarray(0, 8));
    this.add(frame.subarray(24));
    return this.isAt(frame, 16);
  }

  private isAt(bytes: Buffer, at: number): boolean {
    return bytes.readUInt32BE(at) === this.one && bytes.readUInt32BE(at + 4) === this.two;
  }

  private add(bytes: Buffer): void {
    const { isBigEndian } = this;
    let { one, two } = this;
    for (let at = 0; at < bytes.length; at += 8) {
      const [a, b] = isBigEndian
        ? [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
        : [bytes.readUInt32LE(at), bytes.readUInt32LE(at + 4)];
      one = (one + a + two) >>> 0;
      two = (two + b + one) >>> 0;
    }
    this.one = one;
    this.two = two;
  }
}

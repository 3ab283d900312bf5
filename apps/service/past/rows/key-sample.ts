import { createHash, randomBytes } from 'node:crypto';
import type { DocumentKey } from '#kernel';

/** A key, and the digest by which it is chosen. */
interface Ranked {
  readonly key: DocumentKey;
  readonly rank: string;
}

/**
 * Keys that are chosen by chance among those that are added, each with the same chance however often it is added: the
 * ones whose salted digests are the smallest. Memory holds two times the number that is asked for.
 */
export class KeySample {
  private readonly salt = randomBytes(16);
  /** By the text of the key. */
  private kept = new Map<string, Ranked>();
  /** Keys of a larger digest are left out; undefined: none is yet. */
  private largest: string | undefined;

  constructor(private readonly size: number) {}

  /** Whether a key was left out. */
  get isPartial(): boolean {
    return this.largest !== undefined || this.kept.size > this.size;
  }

  add(key: DocumentKey): void {
    const text = JSON.stringify(key);
    const rank = createHash('sha256').update(this.salt).update(text).digest('hex');
    if (this.largest !== undefined && rank > this.largest) return;
    this.kept.set(text, { key, rank });
    if (this.kept.size > 2 * this.size) this.cut();
  }

  keys(): readonly DocumentKey[] {
    if (this.kept.size > this.size) this.cut();
    return [...this.kept.values()].map(({ key }) => key);
  }

  private cut(): void {
    const ranked = [...this.kept].sort(([, a], [, b]) => (a.rank < b.rank ? -1 : 1)).slice(0, this.size);
    this.kept = new Map(ranked);
    this.largest = ranked.at(-1)![1].rank;
  }
}

import type { RowChanges } from '#read-model';

/** Bytes of all cached answers together: about a dozen of the largest. */
const KEPT_BYTES = 32 * 1_048_576;

/**
 * Caches answers as bytes, by workspace, while no row changes that they were made from. An answer of 500 outcomes is
 * 2.3 MB: reading and serialising it again takes the HTTP thread 12 ms and more. Caches nothing where this process does
 * not learn of changed rows (`stamp` is undefined).
 */
export class KeptAnswers {
  private readonly answers = new Map<string, Buffer>();
  private bytes = 0;
  private keptAt: number | undefined;

  /** @param sources names of the collections that answers are made from */
  constructor(
    private readonly changes: RowChanges,
    private readonly sources: readonly string[],
    private readonly limit = KEPT_BYTES,
  ) {}

  /** The answer of a workspace, made by `make` unless it is cached. @throws the error of `make` */
  async of(workspaceId: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const stamp = this.changes.stamp(this.sources);
    if (stamp === undefined) return make();
    if (stamp !== this.keptAt) this.forget();
    this.keptAt = stamp;
    const kept = this.answers.get(workspaceId);
    if (kept) return kept;
    const made = await make();
    // If rows were written during the read, it may be older than the stamp says now.
    if (stamp === this.changes.stamp(this.sources) && stamp === this.keptAt) this.keep(workspaceId, made);
    return made;
  }

  private keep(workspaceId: string, made: Buffer): void {
    if (this.bytes + made.length > this.limit) this.forget();
    if (this.answers.has(workspaceId) || made.length > this.limit) return;
    this.answers.set(workspaceId, made);
    this.bytes += made.length;
  }

  private forget(): void {
    this.answers.clear();
    this.bytes = 0;
  }
}

import type { FollowBatch } from '#event-store';

type Read = IteratorResult<FollowBatch, undefined>;

/** The batches of a follower, of which the next one may be read while the last one is being projected. */
export class ReadAhead {
  private readonly batches: AsyncIterator<FollowBatch, undefined>;
  private coming: Promise<Read> | undefined;
  /** Whether `coming` has settled. */
  private hasArrived = false;

  /** @param turnOfEventLoop waits until a batch that can be read without waiting has been read */
  constructor(
    batches: AsyncIterable<FollowBatch>,
    private readonly turnOfEventLoop: () => Promise<void> = async () => undefined,
  ) {
    this.batches = batches[Symbol.asyncIterator]() as AsyncIterator<FollowBatch, undefined>;
  }

  /** The next batch; undefined: there is none any more. @throws the error of the follower */
  async next(): Promise<FollowBatch | undefined> {
    const read = await this.read();
    this.coming = undefined;
    this.hasArrived = false;
    return read.done ? undefined : read.value;
  }

  /**
   * Whether `next` is answered at once: the batch has been read, or the follower has ended. False for an error: what
   * was read before it is to be projected first.
   */
  async isReady(): Promise<boolean> {
    void this.read();
    if (!this.hasArrived) await this.turnOfEventLoop();
    return this.hasArrived;
  }

  private read(): Promise<Read> {
    if (this.coming) return this.coming;
    const coming = this.batches.next();
    coming.then(
      () => (this.hasArrived = true),
      () => undefined,
    );
    return (this.coming = coming);
  }

  /** Ends the follower, whose signal was aborted: it would keep what it holds where nobody asks for its next batch. */
  close(): void {
    this.batches.return?.().catch(() => undefined);
  }
}

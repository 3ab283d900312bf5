import { DomainError } from '#kernel';

/** What waits for the stores, of all workspaces of a process or of one, in bytes as `HeadBounds` counts them. */
export class WaitingBytes {
  private held = 0;

  /** @param whole what this is a part of: it is counted there too. */
  constructor(
    private readonly most: number,
    private readonly whole?: WaitingBytes,
  ) {}

  /** That of one workspace, which must leave room for those of other tenants. */
  ofWorkspace(): WaitingBytes {
    return new WaitingBytes(this.most / 2, this);
  }

  /** Adds what begins to wait; less than nothing when it ends. */
  addBytes(bytes: number): void {
    this.held += bytes;
    this.whole?.addBytes(bytes);
  }

  /** @throws DomainError `unavailable`: nothing more may wait. */
  refuseWhenFull(): void {
    if (this.held >= this.most) throw new DomainError('unavailable', 'Too many writes wait for the stores.');
    this.whole?.refuseWhenFull();
  }
}

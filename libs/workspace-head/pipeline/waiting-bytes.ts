import { DomainError } from '#kernel';

/** What waits for the stores, of all workspaces of a process or of one, in bytes as `HeadBounds` counts them. */
export class WaitingBytes {
  private heldBytes = 0;

  /** @param whole what this is a part of: it is counted there too. */
  constructor(
    private readonly most: number,
    private readonly whole?: WaitingBytes,
  ) {}

  /** Bytes that wait now. */
  get held(): number {
    return this.heldBytes;
  }

  /** That of one workspace, which must leave room for those of other tenants. */
  ofWorkspace(): WaitingBytes {
    return new WaitingBytes(this.most / 2, this);
  }

  /** Adds what begins to wait; less than nothing when it ends. */
  addBytes(bytes: number): void {
    this.heldBytes += bytes;
    this.whole?.addBytes(bytes);
  }

  /** @throws DomainError `unavailable`: nothing more may wait. */
  refuseWhenFull(): void {
    if (this.heldBytes >= this.most) throw new DomainError('unavailable', 'Too many writes wait for the stores.');
    this.whole?.refuseWhenFull();
  }
}

/** Commands under way: those of one workspace take at most half of the bytes, so that other tenants can write. */
export class WaitingCommands {
  private readonly whole: WaitingBytes;
  /** By workspace, while it has commands under way. */
  private readonly parts = new Map<string, { readonly bytes: WaitingBytes; commands: number }>();

  /** @param most bytes of all workspaces together. */
  constructor(most: number) {
    this.whole = new WaitingBytes(most);
  }

  /** Bytes of all commands under way. */
  get held(): number {
    return this.whole.held;
  }

  /** @throws DomainError `unavailable`: no further command of this workspace may begin. */
  refuseWhenFull(workspaceId: string): void {
    (this.parts.get(workspaceId)?.bytes ?? this.whole).refuseWhenFull();
  }

  /**
   * Counts a command.
   * @returns what is called once the command has ended
   */
  begin(workspaceId: string, bytes: number): () => void {
    const part = this.parts.get(workspaceId) ?? { bytes: this.whole.ofWorkspace(), commands: 0 };
    this.parts.set(workspaceId, part);
    part.commands += 1;
    part.bytes.addBytes(bytes);
    return () => {
      part.bytes.addBytes(-bytes);
      part.commands -= 1;
      if (part.commands === 0) this.parts.delete(workspaceId);
    };
  }
}

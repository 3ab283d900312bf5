import { DomainError } from '#kernel';

/** Bytes that wait for the stores, of one workspace or of all workspaces of a process, counted as in `HeadBounds`. */
export class WaitingBytes {
  private heldBytes = 0;

  /** @param whole the count of all workspaces, which this count is part of */
  constructor(
    private readonly most: number,
    private readonly whole?: WaitingBytes,
  ) {}

  /** Bytes that wait now. */
  get held(): number {
    return this.heldBytes;
  }

  /** A count of one workspace, limited so that it leaves room for those of other tenants. */
  ofWorkspace(): WaitingBytes {
    return new WaitingBytes(this.most / 2, this);
  }

  /** Adds bytes that begin to wait; a negative number when they end. */
  addBytes(bytes: number): void {
    this.heldBytes += bytes;
    this.whole?.addBytes(bytes);
  }

  /** @throws DomainError `unavailable`: the limit is reached */
  refuseWhenFull(): void {
    if (this.heldBytes >= this.most) throw new DomainError('unavailable', 'Too many writes wait for the stores.');
    this.whole?.refuseWhenFull();
  }
}

/** Bytes of the commands under way. Those of one workspace take at most half, so that other tenants can write. */
export class WaitingCommands {
  private readonly whole: WaitingBytes;
  /** By workspace, while it has commands under way. */
  private readonly parts = new Map<string, { readonly bytes: WaitingBytes; commands: number }>();

  /** @param most bytes, of all workspaces together */
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
   * @returns a function to be called once the command has ended
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

import type { Clock } from '#kernel';

/** Idle connections that are kept: four times the 64 attempts under way at most. */
const MOST = 256;
/**
 * Milliseconds after which a connection is not used again. A receiver that has moved must be found at its new address,
 * and the guard must check that address, even while it is sent to without pause.
 */
const LONGEST_LIFE_MS = 60_000;

/** The part of a connection that this pool needs. */
export interface Keepable {
  readonly origin: string;
  /** When the connection began to be made, by the clock of the pool. */
  readonly since: number;
  /** Whether another request may be sent over it. */
  readonly reusable: boolean;
  close(): void;
}

/**
 * Connections that are open and not in use, at most 256 in all: one more closes the one that has been idle for longest.
 * None is older than a minute.
 */
export class IdleConnections<Connection extends Keepable> {
  /** The one that has been idle for longest is first. */
  private readonly idle = new Set<Connection>();

  /** @param clock a monotonic clock */
  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.idle.size;
  }

  /** Takes out a connection to this origin that can be used again; the caller owns it then. */
  take(origin: string): Connection | undefined {
    for (const connection of this.idle) {
      const usable = this.canBeUsed(connection);
      if (usable && connection.origin !== origin) continue;
      this.idle.delete(connection);
      if (usable) return connection;
      connection.close();
    }
    return undefined;
  }

  /** Takes a connection back; one that cannot be used again is closed. */
  put(connection: Connection): void {
    if (!this.canBeUsed(connection)) return connection.close();
    this.idle.add(connection);
    if (this.idle.size <= MOST) return;
    const [oldest] = this.idle;
    this.idle.delete(oldest!);
    oldest!.close();
  }

  close(): void {
    for (const connection of this.idle) connection.close();
    this.idle.clear();
  }

  private canBeUsed({ reusable, since }: Connection): boolean {
    return reusable && this.clock.now() - since < LONGEST_LIFE_MS;
  }
}

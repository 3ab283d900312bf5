import type { Clock } from '#kernel';

/** Idle connections kept: four times the 64 attempts that are under way at most. */
const MOST = 256;
/** A receiver that moved is to be found at its new address, and that address judged, however often it is sent to. */
const LONGEST_LIFE_MS = 60_000;

/** What is kept of a connection. */
export interface Keepable {
  readonly origin: string;
  /** When it began to be made, by the clock of those who keep it. */
  readonly since: number;
  /** Whether another request may be sent over it. */
  readonly reusable: boolean;
  close(): void;
}

/**
 * Connections that are open and not in use, at most 256 in all: one more closes the one that has been idle for longest.
 * None lives longer than a minute.
 */
export class IdleConnections<Connection extends Keepable> {
  /** Idle for longest first. */
  private readonly idle = new Set<Connection>();

  /** @param clock one that only goes forward */
  constructor(private readonly clock: Clock) {}

  get size(): number {
    return this.idle.size;
  }

  /** One to this origin that can be used again; it is the caller's then. */
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

  /** Takes one back; one that cannot be used again is closed. */
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

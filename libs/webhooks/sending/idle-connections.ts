import type { ReceiverConnection } from './receiver-connection.js';

/** Connections that are open and not in use, at most so many in all: one more closes the one that has been idle for longest. */
export class IdleConnections {
  /** Oldest first. */
  private readonly idle = new Set<ReceiverConnection>();

  constructor(private readonly most: number) {}

  get size(): number {
    return this.idle.size;
  }

  /** One to this origin that can be used again; it is the caller's then. */
  take(origin: string): ReceiverConnection | undefined {
    for (const connection of this.idle) {
      if (connection.reusable && connection.origin !== origin) continue;
      this.idle.delete(connection);
      if (connection.reusable) return connection;
    }
    return undefined;
  }

  /** Takes one back; one that cannot be used again is closed. */
  put(connection: ReceiverConnection): void {
    if (!connection.reusable) return connection.close();
    this.idle.add(connection);
    if (this.idle.size <= this.most) return;
    const [oldest] = this.idle;
    this.idle.delete(oldest!);
    oldest!.close();
  }

  close(): void {
    for (const connection of this.idle) connection.close();
    this.idle.clear();
  }
}

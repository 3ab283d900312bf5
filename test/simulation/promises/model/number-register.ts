import type { ModelEvent } from './events.js';
import { timeOf } from './events.js';

/** An entry of the do-not-call register, as the log has it. */
interface Entry {
  readonly reason: string | null;
  readonly source: string;
  /** Infinity: it counts until it is removed. */
  readonly expiresAt: number;
  readonly addedAt: number;
}

/** The do-not-call register of a workspace as its log tells it: by hash, and by number where the log has the number. */
export class NumberRegister {
  private readonly entries = new Map<string, Entry>();
  private readonly hashes = new Map<string, string>();

  fold(event: ModelEvent): void {
    switch (event.type) {
      case 'DoNotCallAdded': {
        const { number_hash: hash, phone, reason, source, expires_at } = event.data;
        if (phone !== null) this.hashes.set(phone, hash);
        this.entries.set(hash, { reason, source, expiresAt: endOf(expires_at), addedAt: timeOf(event) });
        return;
      }
      case 'DoNotCallChanged': {
        const { number_hash: hash, reason, expires_at } = event.data;
        const known = this.entries.get(hash);
        if (known) this.entries.set(hash, { ...known, reason, expiresAt: endOf(expires_at) });
        return;
      }
      case 'DoNotCallRemoved':
        this.entries.delete(event.data.number_hash);
        return;
      default:
    }
  }

  /** Until when a number is barred at an instant, in milliseconds since 1970; 0: it is not. */
  barredUntil(phone: string | null | undefined, at: number): number {
    const entry = this.entryOf(phone);
    return entry && at < entry.expiresAt ? entry.expiresAt : 0;
  }

  /** The entry of a number, also one that has expired. */
  entryOf(phone: string | null | undefined): Entry | undefined {
    return this.entries.get(this.hashes.get(phone ?? '') ?? '');
  }

  entry(hash: string): Entry | undefined {
    return this.entries.get(hash);
  }
}

function endOf(expiresAt: string | null): number {
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}

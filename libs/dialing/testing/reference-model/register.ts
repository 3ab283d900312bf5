import { Refused } from './state.js';

/** An entry as docs/reference/dialing-rules.md#do-not-call describes it. Instants are milliseconds since 1970. */
interface ModelEntry {
  reason: string | null;
  readonly source: string;
  /** Infinity: it counts until it is removed. */
  expires_at: number;
  readonly added_at: number;
}

/** An entry of a request. */
export interface EnteredNumber {
  readonly phone: string;
  readonly reason?: string | null;
  readonly expires_at?: string | null;
}

/** The do-not-call register by numbers: no contact plays a part. Every method is told what time it is. */
export class ModelRegister {
  private readonly entries = new Map<string, ModelEntry>();

  /** "An entry counts while t < expires_at, or for good"; undefined: none does. */
  entry(phone: string | null, now: number): ModelEntry | undefined {
    const found = phone === null ? undefined : this.entries.get(phone);
    return found && now < found.expires_at ? found : undefined;
  }

  enter(numbers: readonly EnteredNumber[], source: string, now: number): object {
    const counts = { added: 0, updated: 0, unchanged: 0 };
    if (numbers.some(({ phone }) => !/^\+[1-9]\d{1,14}$/.test(phone))) throw new Refused('validation_failed');
    for (const { phone, reason = null, expires_at = null } of numbers) {
      const end = expires_at === null ? Infinity : Date.parse(expires_at);
      if (end <= now) throw new Refused('validation_failed');
      const known = this.entry(phone, now);
      if (!known) {
        this.entries.set(phone, { reason, source, expires_at: end, added_at: now });
        counts.added += 1;
      } else if (known.reason === reason && known.expires_at === end) {
        counts.unchanged += 1;
      } else {
        Object.assign(known, { reason, expires_at: end });
        counts.updated += 1;
      }
    }
    return counts;
  }

  remove(phones: readonly string[], now: number): object {
    const counts = { removed: 0, skipped: 0 };
    for (const phone of phones) {
      counts[this.entry(phone, now) ? 'removed' : 'skipped'] += 1;
      this.entries.delete(phone);
    }
    return counts;
  }

  show(phone: string, now: number): object {
    const found = this.entry(phone, now);
    if (!found) throw new Refused('not_found');
    const { reason, source, expires_at, added_at } = found;
    const until = expires_at === Infinity ? null : new Date(expires_at).toISOString();
    return { phone, reason, source, expires_at: until, added_at: new Date(added_at).toISOString() };
  }
}

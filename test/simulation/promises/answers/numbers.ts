import type { ModelEvent } from '../model/events.js';
import { bodyOf, type Fits, instantsOf, iso } from './fits.js';
import { difference } from './shown.js';

/** The counts are those of the events, and add up to the entries of the request. */
export const showsEntered: Fits = (asked) => {
  const { entries } = asked.request.body as { readonly entries: readonly object[] };
  const { added, updated, unchanged } = bodyOf<Readonly<Record<string, number>>>(asked);
  const written = (type: ModelEvent['type']): number => asked.events.filter((event) => event.type === type).length;
  const expected = { added: written('DoNotCallAdded'), updated: written('DoNotCallChanged') };
  return difference({ added, updated, sum: added! + updated! + unchanged! }, { ...expected, sum: entries.length });
};

/** Each number is removed or skipped; an entry that has expired is skipped, although an event removes it. */
export const showsRemoved: Fits = (asked) => {
  const { phones } = asked.request.body as { readonly phones: readonly string[] };
  const { removed, skipped } = bodyOf<Readonly<Record<string, number>>>(asked);
  const events = asked.events.filter(({ type }) => type === 'DoNotCallRemoved').length;
  return difference(
    { sum: removed! + skipped!, isWritten: removed! <= events },
    { sum: phones.length, isWritten: true },
  );
};

interface Shown {
  readonly phone: string | null;
  readonly reason: string | null;
  readonly source: string;
  readonly expires_at: string | null;
  readonly added_at: string;
}

/** Each entry that shows its number is one, and counts. */
export const showsEntries: Fits = (asked, model) => {
  const { earliest } = instantsOf(asked);
  for (const shown of bodyOf<{ readonly entries: readonly Shown[] }>(asked).entries) {
    if (shown.phone === null) continue;
    const entry = model.register.entryOf(shown.phone);
    if (!entry || entry.expiresAt <= earliest) return `${shown.phone} has no entry that counts`;
    const { reason, source, expiresAt, addedAt } = entry;
    const expires_at = expiresAt === Infinity ? null : iso(expiresAt);
    const found = difference(shown, { reason, source, expires_at, added_at: iso(addedAt) });
    if (found !== undefined) return found;
  }
  return undefined;
};

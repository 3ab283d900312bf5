import { type Decide, type DomainEvent, DomainError, type Instant, invalidField, type WorkspaceView } from '#kernel';
import type { NumberKeyMade } from '#workspaces/domain';
import { numberKeyOf } from './barred.js';
import {
  barOf,
  DO_NOT_CALL,
  DO_NOT_CALL_COUNTS,
  type DoNotCallAdded,
  type DoNotCallChanged,
  type DoNotCallNumbersErased,
  type DoNotCallRemoved,
  type DoNotCallRow,
  type EntrySource,
  type HoldersNamed,
  MAX_NAMED,
} from './entry.js';
import { numberHash } from './number-hash.js';

/** Largest number of entries of a workspace (docs/reference/http-contract.md#endpoints). */
export const MAX_ENTRIES = 1_000_000;
/** Largest number of entries, or numbers, of one request. */
export const MAX_BATCH = 100;
/** Largest number of characters of a reason. */
export const MAX_REASON = 200;

/** An entry as it is to be. */
export interface NewEntry {
  /** E.164. */
  readonly phone: string;
  readonly reason: string | null;
  readonly expires_at: Instant | null;
}

/**
 * The contacts that exist and have a number as their first one, the one imported first at first: for each number at
 * most one more than {@link MAX_NAMED}. Contacts belong to another slice, so this function is passed in.
 */
export type Holders = (view: WorkspaceView, phones: readonly string[]) => ReadonlyMap<string, readonly string[]>;

/** What a decision about the register is given besides the request. */
export interface RegisterContext {
  readonly holders: Holders;
  /** The key of numbers of a workspace that has none yet; decisions are pure, so it is made before them. */
  readonly newKey: string;
}

/** How many entries a request came to add, to change and to leave as they are. */
interface EntryCounts {
  added: number;
  updated: number;
  unchanged: number;
}

type RegisterEvent = DoNotCallAdded | DoNotCallChanged | DoNotCallRemoved;

/**
 * POST /do-not-call/batch: enters numbers, in their order (docs/reference/dialing-rules.md#do-not-call).
 * @throws DomainError when decided: `validation_failed` for an expiry that is not in the future; `resource_conflict`
 *   where the register is full of entries that count
 */
export function enterNumbers(entries: readonly NewEntry[], context: RegisterContext) {
  return ((view) => {
    const past = entries.findIndex(({ expires_at }) => expires_at !== null && expires_at <= view.now);
    if (past >= 0) {
      const detail = 'expires_at must be in the future: leave it out for an entry that counts until it is removed.';
      throw invalidField('validation_failed', `/entries/${past}/expires_at`, 'out_of_range', detail);
    }
    const { events, counts } = entriesMade(view, entries, 'api', context);
    return { events, answer: () => ({ status: 200, body: { ok: true as const, ...counts } }) };
  }) satisfies Decide;
}

/**
 * The events by which numbers are in the register, for the append that an outcome is applied in: an outcome enters its
 * number also where the register is full.
 * @throws DomainError `resource_conflict`: the register is full of entries that count
 */
export function entriesMade(
  view: WorkspaceView,
  entries: readonly NewEntry[],
  source: EntrySource,
  { holders, newKey }: RegisterContext,
): { readonly events: readonly DomainEvent[]; readonly counts: Readonly<EntryCounts> } {
  const key = numberKeyOf(view);
  const made: readonly NumberKeyMade[] = key === null ? [{ type: 'NumberKeyMade', data: { key: newKey } }] : [];
  const register = new ChangedRegister(view, key ?? newKey, holders, phonesOf(entries));
  const counts: EntryCounts = { added: 0, updated: 0, unchanged: 0 };
  register.makeRoom(entries.length);
  for (const entry of entries) counts[register.enter(entry, source)] += 1;
  return { events: register.events.length > 0 ? [...made, ...register.events] : [], counts };
}

/**
 * POST /do-not-call/batch-remove. `skipped` are repeats, and numbers without an entry that counts.
 */
export function removeNumbers(phones: readonly string[], holders: Holders) {
  return ((view) => {
    const key = numberKeyOf(view);
    const register = key === null ? undefined : new ChangedRegister(view, key, holders, new Set(phones));
    const removed = register ? phones.filter((phone) => register.remove(phone)).length : 0;
    const body = { ok: true as const, removed, skipped: phones.length - removed };
    return { events: register?.events ?? [], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

/** Entries of one contact that an erasure finds. */
const MAX_OF_CONTACT = 1_000;

/** The events that belong to the erasure of contacts: their entries lose their numbers, and count all the same. */
export function numbersErased(view: WorkspaceView, contactIds: readonly string[]): readonly DoNotCallNumbersErased[] {
  if (contactIds.length === 0 || numberKeyOf(view) === null) return [];
  const prefixes = contactIds.map((contactId) => [view.workspaceId, contactId]);
  return view.scanMany(DO_NOT_CALL, 'by_contact', prefixes, { limit: MAX_OF_CONTACT }).flatMap(({ rows }, at) => {
    if (rows.length === 0) return [];
    const number_hashes = rows.map(({ number_hash }) => number_hash);
    return [{ type: 'DoNotCallNumbersErased', data: { contact_id: contactIds[at]!, number_hashes } }];
  });
}

/** What a change needs to know of an entry. */
type EntryNow = Pick<DoNotCallRow, 'reason' | 'expires_at' | 'live'>;

/** The register of a workspace while a request changes it: later entries of the request see the earlier ones. */
class ChangedRegister {
  readonly events: RegisterEvent[] = [];
  private readonly now = new Map<string, EntryNow | undefined>();
  private readonly contacts: ReadonlyMap<string, readonly string[]>;
  private room: number;

  constructor(
    private readonly view: WorkspaceView,
    private readonly key: string,
    holders: Holders,
    phones: ReadonlySet<string>,
  ) {
    const numbers = [...phones];
    const { workspaceId } = view;
    const keys = numbers.map((phone) => [workspaceId, numberHash(key, phone)]);
    const rows = view.rows(DO_NOT_CALL, keys);
    numbers.forEach((phone, at) => this.now.set(phone, rows[at]));
    this.room = MAX_ENTRIES - (view.rows(DO_NOT_CALL_COUNTS, [[workspaceId]])[0]?.entries ?? 0);
    this.contacts = holders(view, numbers);
  }

  /** Where a request needs more room than there is, up to 100 entries that have expired go. */
  makeRoom(numbers: number): void {
    if (this.room >= numbers) return;
    const { workspaceId, now } = this.view;
    const named = new Set([...this.now.keys()].map((phone) => numberHash(this.key, phone)));
    const [expiring] = this.view.scanMany(DO_NOT_CALL, 'expiring', [[workspaceId, 1]], { limit: MAX_BATCH });
    const expired = expiring!.rows.filter((row) => barOf(row, now) === null && !named.has(row.number_hash));
    for (const { number_hash } of expired) {
      // No row waits for it any more.
      this.events.push({ type: 'DoNotCallRemoved', data: { number_hash, contact_ids: [] } });
      this.room += 1;
    }
  }

  /** @throws DomainError `resource_conflict`: the register is full */
  enter({ phone, reason, expires_at }: NewEntry, source: EntrySource): keyof EntryCounts {
    const before = this.now.get(phone);
    const entry = { number_hash: numberHash(this.key, phone), reason, expires_at };
    if (this.counts(before)) {
      if (before!.reason === reason && before!.expires_at === expires_at) return 'unchanged';
      this.events.push({ type: 'DoNotCallChanged', data: { ...entry, ...this.named(phone) } });
    } else {
      // One that has expired is none: it goes before the number is entered anew.
      this.remove(phone);
      this.room -= 1;
      // What an agent has promised is kept in any case.
      if (this.room < 0 && source !== 'outcome') {
        throw new DomainError('resource_conflict', `A do-not-call register holds at most ${MAX_ENTRIES} entries.`);
      }
      const contact_id = this.contacts.get(phone)?.[0] ?? null;
      this.events.push({
        type: 'DoNotCallAdded',
        data: { ...entry, phone, contact_id, source, ...this.named(phone) },
      });
    }
    this.now.set(phone, { reason, expires_at, live: 1 });
    return this.counts(before) ? 'updated' : 'added';
  }

  /** Whether an entry counted. One that had expired makes room all the same. */
  remove(phone: string): boolean {
    const before = this.now.get(phone);
    if (before?.live !== 1) return false;
    const number_hash = numberHash(this.key, phone);
    this.events.push({ type: 'DoNotCallRemoved', data: { number_hash, ...this.named(phone) } });
    this.now.set(phone, undefined);
    this.room += 1;
    return this.counts(before);
  }

  private counts(entry: EntryNow | undefined): boolean {
    return barOf(entry, this.view.now) !== null;
  }

  private named(phone: string): HoldersNamed {
    const all = this.contacts.get(phone) ?? [];
    return all.length > MAX_NAMED ? { contact_ids: all.slice(0, MAX_NAMED), more: true } : { contact_ids: all };
  }
}

function phonesOf(entries: readonly NewEntry[]): ReadonlySet<string> {
  return new Set(entries.map(({ phone }) => phone));
}

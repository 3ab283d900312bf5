import {
  type Collection,
  contactSubject,
  type DomainEvent,
  type EventSchema,
  type Instant,
  type PersonalFields,
  type Recorded,
  type RecordedEvent,
  type Row,
} from '#kernel';
import type { Bar } from '#eligibility';
import { NUMBERS_SUBJECT } from '#workspaces/domain';

/** By whom an entry was made: a request, or the application of an outcome. */
export const ENTRY_SOURCES = ['api', 'outcome'] as const;
export type EntrySource = (typeof ENTRY_SOURCES)[number];

/** What an event says of the contacts whose number is barred, or free again: their queue positions are found anew. */
export interface HoldersNamed {
  /** The contacts that have the number as their first one, at most {@link MAX_NAMED} of them. */
  readonly contact_ids: readonly string[];
  /** True where more contacts have it than are named: every position in the workspace is found anew. Else absent. */
  readonly more?: true;
}

/** Contacts that an event names. */
export const MAX_NAMED = 100;

/** A number is in the register from now on, or again. */
export type DoNotCallAdded = DomainEvent<
  'DoNotCallAdded',
  HoldersNamed & {
    readonly number_hash: string;
    /** E.164. Null once the contact was erased that had it; of an entry without a contact, once the workspace was. */
    readonly phone: string | null;
    /** The contact that had the number when it was entered, of several the one imported first; null: none had it. */
    readonly contact_id: string | null;
    readonly reason: string | null;
    readonly source: EntrySource;
    /** From then on it does not count; null: it counts until it is removed. */
    readonly expires_at: Instant | null;
  }
>;

/** An entry that counts has another reason or expiry. */
export type DoNotCallChanged = DomainEvent<
  'DoNotCallChanged',
  HoldersNamed & {
    readonly number_hash: string;
    readonly reason: string | null;
    readonly expires_at: Instant | null;
  }
>;

/** A number is not in the register any more: by a request, or since its entry had expired and is made anew. */
export type DoNotCallRemoved = DomainEvent<'DoNotCallRemoved', HoldersNamed & { readonly number_hash: string }>;

/** A contact was erased in the same append: its entries show no number from now on, and count all the same. */
export type DoNotCallNumbersErased = DomainEvent<
  'DoNotCallNumbersErased',
  { readonly contact_id: string; readonly number_hashes: readonly string[] }
>;

export type DoNotCallEvent = DoNotCallAdded | DoNotCallChanged | DoNotCallRemoved | DoNotCallNumbersErased;

/** The number, under the key of the contact that has it. */
const NUMBER: PersonalFields = {
  fields: ['phone'],
  subjects: ({ data }) => {
    const { contact_id } = data as DoNotCallAdded['data'];
    return [contact_id === null ? NUMBERS_SUBJECT : contactSubject(contact_id)];
  },
};

export const DO_NOT_CALL_SCHEMAS: readonly EventSchema[] = [
  { type: 'DoNotCallAdded', version: 1, personal: NUMBER },
  { type: 'DoNotCallChanged', version: 1 },
  { type: 'DoNotCallRemoved', version: 1 },
  { type: 'DoNotCallNumbersErased', version: 1 },
];

/** A number of the do-not-call register, also one that was removed. */
export interface DoNotCallRow extends Row {
  readonly workspace_id: string;
  /** As `numberHash` makes it. */
  readonly number_hash: string;
  /** E.164; null once the contact was erased that had it, and once it was removed. */
  readonly phone: string | null;
  /** The contact under whose key the number is sealed; '': none. */
  readonly contact_id: string;
  readonly reason: string | null;
  readonly source: EntrySource;
  readonly expires_at: Instant | null;
  /** The same for an index; '': it does not expire. */
  readonly expiry: string;
  readonly added_at: Instant;
  /** Revision of the event that added it: the order of the register. */
  readonly number: number;
  /** 0 once removed. One that has expired stays 1. */
  readonly live: 0 | 1;
}

/**
 * `live`: the register in its order. `by_contact`: the entries whose number an erasure takes away. `expiring`: those
 * that expire, the first one first.
 */
export const DO_NOT_CALL: Collection<DoNotCallRow> = {
  name: 'do_not_call',
  key: ['workspace_id', 'number_hash'],
  ids: ['workspace_id', 'number_hash', 'contact_id'],
  indexes: [
    { name: 'live', fields: ['workspace_id', 'live', 'number'] },
    { name: 'by_contact', fields: ['workspace_id', 'contact_id', 'number'] },
    { name: 'expiring', fields: ['workspace_id', 'live', 'expiry', 'number'], filled: 'expiry' },
  ],
};

/** The entries of a workspace that were not removed, those that have expired included. */
export interface DoNotCallCountRow extends Row {
  readonly workspace_id: string;
  readonly entries: number;
}

export const DO_NOT_CALL_COUNTS: Collection<DoNotCallCountRow> = {
  name: 'do_not_call_counts',
  key: ['workspace_id'],
  indexes: [],
};

/** Whether an event is one of this file's. */
export function isDoNotCallEvent(event: RecordedEvent): event is Recorded<DoNotCallEvent> {
  return DO_NOT_CALL_SCHEMAS.some(({ type }) => type === event.type);
}

/** The entry after an event that names its number. */
export function evolveEntry(row: DoNotCallRow | undefined, event: Recorded<DoNotCallEvent>): DoNotCallRow | undefined {
  const { revision, metadata } = event;
  switch (event.type) {
    case 'DoNotCallAdded': {
      const { number_hash, phone, contact_id, reason, source, expires_at } = event.data;
      return {
        workspace_id: metadata.workspace_id,
        number_hash,
        phone,
        contact_id: contact_id ?? '',
        reason,
        source,
        expires_at,
        expiry: expires_at ?? '',
        added_at: metadata.occurred_at,
        number: revision,
        live: 1,
        revision,
      };
    }
    case 'DoNotCallChanged': {
      const { reason, expires_at } = event.data;
      return row && { ...row, reason, expires_at, expiry: expires_at ?? '', revision };
    }
    case 'DoNotCallRemoved':
      return row && { ...row, phone: null, contact_id: '', live: 0, revision };
    case 'DoNotCallNumbersErased':
      return row && { ...row, phone: null, contact_id: '', revision };
    default:
      return event satisfies never;
  }
}

/** The bar of an entry that counts at an instant; null: it does not, or there is none. */
export function barOf(row: Pick<DoNotCallRow, 'live' | 'expires_at'> | undefined, at: Instant): Bar | null {
  if (row?.live !== 1 || (row.expires_at !== null && row.expires_at <= at)) return null;
  return { until: row.expires_at };
}

/**
 * The bar of an entry as of a revision and its instant; the row may have changed since. It is changed only while it
 * counts, so one that was changed or removed since counted before, unless it had expired. What a number was that has
 * been entered anew since is not known any more: it is taken for free.
 */
export function barAsOf(row: DoNotCallRow | undefined, revision: number, at: Instant): Bar | null {
  if (!row || row.number > revision || (row.live === 0 && row.revision <= revision)) return null;
  return barOf({ ...row, live: 1 }, at);
}

/** An entry as the API shows it (docs/reference/http-contract.md#endpoints). */
export function presentEntry({ phone, reason, source, expires_at, added_at }: DoNotCallRow) {
  return { phone, reason, source, expires_at, added_at };
}

import type { NumberTables } from '#eligibility';
import type { Collection, Decide, DomainEvent, EventSchema, Recorded, RecordedEvent } from '#kernel';
import type { ContactChanged, ContactRow } from './contact.js';
import { type ContactWalk, contactsBehind, walkAfter, walkBegunBy, type WalkAdvanced } from './contact-walk.js';

// docs/adr/0074-zones-of-numbers-are-told-by-events.md

/** The zones of contacts whose phones were set by an older table of numbers are to be told by this one. */
export type ContactZonesRefreshRequested = DomainEvent<
  'ContactZonesRefreshRequested',
  { readonly zones_table: number }
>;

/** The refresh has passed the contacts up to a number; those told anew are in the same append. */
export type ContactZonesRefreshAdvanced = DomainEvent<'ContactZonesRefreshAdvanced', WalkAdvanced>;

type RefreshEvent = ContactZonesRefreshRequested | ContactZonesRefreshAdvanced;

export const ZONES_REFRESH_SCHEMAS: readonly EventSchema[] = [
  { type: 'ContactZonesRefreshRequested', version: 1 },
  { type: 'ContactZonesRefreshAdvanced', version: 1 },
];

/** The last refresh of the zones of a workspace's contacts: on the to-do list until it is done. */
export interface ZonesRefreshRow extends ContactWalk {
  /** The table that contacts are told by. */
  readonly zones_table: number;
}

export const ZONES_REFRESH: Collection<ZonesRefreshRow> = {
  name: 'zones_refresh',
  key: ['workspace_id'],
  indexes: [{ name: 'pending', fields: ['done', 'workspace_id'] }],
};

/** Whether an event begins a refresh, or continues it. */
export function isRefreshEvent(event: RecordedEvent): event is Recorded<RefreshEvent> {
  return ZONES_REFRESH_SCHEMAS.some(({ type }) => type === event.type);
}

/** The row of a workspace after an event of its own. */
export function evolveZonesRefresh(
  row: ZonesRefreshRow | undefined,
  event: Recorded<RefreshEvent>,
): ZonesRefreshRow | undefined {
  switch (event.type) {
    case 'ContactZonesRefreshRequested':
      return walkAskedFor(row, event);
    case 'ContactZonesRefreshAdvanced':
      return row && walkAfter(row, event);
    default:
      return event satisfies never;
  }
}

/**
 * The walk of a request. Where one by the same table is under way, it continues behind the contacts that are told, up
 * to those of this request. As an item of the to-do list it is a new version: what an operator skipped is tried again.
 */
function walkAskedFor(
  row: ZonesRefreshRow | undefined,
  event: Recorded<ContactZonesRefreshRequested>,
): ZonesRefreshRow {
  const { zones_table } = event.data;
  const begun = { ...walkBegunBy(event), zones_table };
  const isUnderWay = row?.done === 0 && row.zones_table === zones_table;
  return isUnderWay ? { ...begun, up_to_number: row.up_to_number } : begun;
}

/**
 * POST /contacts/refresh-zones: all contacts are to be told by the table in use. While a refresh by a newer table is
 * under way, a process of an older release asks for that one: it undoes nothing.
 */
export function requestZonesRefresh({ inUse }: NumberTables) {
  return ((view) => {
    const [job] = view.rows(ZONES_REFRESH, [[view.workspaceId]]);
    const zones_table = job?.done === 0 ? Math.max(job.zones_table, inUse) : inUse;
    const requested: ContactZonesRefreshRequested = { type: 'ContactZonesRefreshRequested', data: { zones_table } };
    return { events: [requested], answer: () => ({ status: 202, body: { ok: true as const, zones_table } }) };
  }) satisfies Decide;
}

/**
 * Contacts read in one chunk, and told anew at most: with names of 200 characters their events stay below the 1 MiB of
 * an append.
 */
export const REFRESH_CHUNK = 500;

/**
 * The next chunk of the refresh of a workspace: the contacts from before it that an older table told of, in the order
 * of contact numbers, and the progress, also where none was told anew. Those of newer tables stay: a process of an
 * older release undoes nothing. No event if all are done. The answer's body says `done`.
 * @throws RangeError when decided: a newer process has asked for a table that this one does not have
 */
export function advanceZonesRefresh(tables: NumberTables): Decide {
  return (view) => {
    const answer = (done: boolean) => () => ({ status: 200, body: { ok: true, done } });
    const [job] = view.rows(ZONES_REFRESH, [[view.workspaceId]]);
    if (!job || job.done === 1) return { events: [], answer: answer(true) };
    const { zones_table } = job;
    const { contacts, upTo, isLast } = contactsBehind(view, job, REFRESH_CHUNK);
    const older = contacts.filter((contact) => contact.zones_table < zones_table);
    const events = older.map((contact) => toldAnew(contact, tables.zonesOf(contact.phone, zones_table), zones_table));
    const data = { up_to_number: upTo, done: isLast };
    const advanced: ContactZonesRefreshAdvanced = { type: 'ContactZonesRefreshAdvanced', data };
    return { events: [...events, advanced], answer: answer(isLast) };
  };
}

/** The contact as it is, with what another table says of its phone. */
function toldAnew(
  { contact_id, phone, name }: ContactRow,
  phone_zones: readonly string[],
  zones_table: number,
): ContactChanged {
  return { type: 'ContactChanged', data: { contact_id, phone, old_phone: phone, name, phone_zones, zones_table } };
}

import { barsOfContacts, type ContactChanged, type ContactImported, holdersOfNumbers } from '#contacts/domain';
import { type HoldersNamed, MAX_NAMED, numberHash } from '#do-not-call/domain';
import { type Bar, type ContactCap, windowsEndAfter } from '#eligibility';
import type { Annotate, DomainEvent, WorkspaceView } from '#kernel';
import { type AlsoPlaced, type CappedContact, MAX_ALSO, MEMBERS } from '#members/domain';
import { type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import type { CallDispatched, CallEnded } from '../calls/call-events.js';
import { type CallRow, CALLS, dialedNumber } from '../calls/call.js';
import { type Attempt, ContactAttempts, type DialedContact } from './contact-attempts.js';
import { phonesOfContacts } from './contacts-now.js';
import { contactsPlaced, type Placing, tellOf } from './placing-events.js';

/**
 * The events of a write with what the limits of contacts make of the rows that they place, and with the other rows that
 * an attempt, or one that is given back, brings to these limits or back from them: a projection cannot look them up
 * (docs/adr/0072-limits-of-a-contact-count-its-calls.md). Numbers are hashed as soon as the workspace has a key.
 */
export const tellCaps: Annotate = (view, events) => {
  const workspace = view.resident(WORKSPACES).get(view.workspaceId);
  if (!workspace || workspace.number_key === null) return events;
  const hashed = events.map((event) => withHash(event, workspace.number_key!));
  return workspace.contact_windows === null ? hashed : new CapsTold(view, workspace, hashed).events();
};

function withHash(event: DomainEvent, key: string): DomainEvent {
  if (!isDispatch(event) || event.data.phone === null) return event;
  return { ...event, data: { ...event.data, number_hash: numberHash(key, event.data.phone) } };
}

/** An attempt that the write makes, or gives back, and the number it dialed. */
interface Moved extends Attempt {
  readonly phone: string | null;
  readonly smart_list_id: string | null;
  readonly isNew: boolean;
}

/** The caps of one write: as they were before it, and as its attempts leave them. */
class CapsTold {
  private readonly moved: ReadonlyMap<DomainEvent, Moved>;
  private readonly holders: ReadonlyMap<string, readonly string[]>;
  private readonly phones: Map<string, string>;
  private readonly before: ReadonlyMap<string, ContactCap>;
  private readonly after: ReadonlyMap<string, ContactCap>;

  constructor(
    private readonly view: WorkspaceView,
    private readonly workspace: WorkspaceRow,
    private readonly written: readonly DomainEvent[],
  ) {
    this.moved = new Map(written.flatMap((event) => this.movedBy(event)));
    const moved = [...this.moved.values()];
    const numbers = [...new Set(moved.flatMap(({ phone }) => phone ?? []))];
    this.holders = holdersOfNumbers(view, numbers);
    const contactIds = [
      ...written.flatMap(contactsPlaced),
      ...moved.map(({ contact_id }) => contact_id),
      ...[...this.holders.values()].flat(),
    ];
    this.phones = new Map(phonesOfContacts(view, contactIds));
    for (const event of written) if (givesPhone(event)) this.phones.set(event.data.contact_id, event.data.phone ?? '');
    const contacts = [...this.phones].map(([contact_id, phone]) => ({ contact_id, phone }));
    const attempts = ContactAttempts.asOf(view, workspace, contacts);
    this.before = this.capsOf(attempts, contacts);
    for (const each of moved) {
      if (each.isNew) attempts.add(each);
      else attempts.remove(each);
    }
    this.after = moved.length > 0 ? this.capsOf(attempts, contacts) : this.before;
  }

  events(): readonly DomainEvent[] {
    return this.written.map((event) => this.withOthers(this.withCaps(event), this.moved.get(event)));
  }

  private movedBy(event: DomainEvent): readonly (readonly [DomainEvent, Moved])[] {
    if (isDispatch(event)) {
      const { call_id, contact_id, phone, smart_list_id } = event.data;
      const attempt = { call_id, contact_id, dialed_number: dialedNumber(event.data), dispatched_at: this.view.now };
      return [[event, { ...attempt, phone, smart_list_id, isNew: true }]];
    }
    if (!isGivenBack(event)) return [];
    const [call] = this.view.rows(CALLS, [[this.view.workspaceId, event.data.call_id]]);
    // A registered call was no attempt.
    return call?.snapshot ? [[event, { ...attemptOf(call), isNew: false }]] : [];
  }

  private capsOf(attempts: ContactAttempts, contacts: readonly DialedContact[]): ReadonlyMap<string, ContactCap> {
    const { contact_windows } = this.workspace;
    return new Map(
      contacts.map((contact) => [
        contact.contact_id,
        windowsEndAfter(attempts.of(contact), contact_windows, this.view.now),
      ]),
    );
  }

  /** An event with the caps of those whom it places. */
  private withCaps(event: DomainEvent): DomainEvent {
    const placing = event as Placing;
    if (placing.type === 'ContactChanged') return this.withChange(placing);
    return tellOf(event, (contactId) => this.after.get(contactId), {
      ofOne: (capped_until) => ({ capped_until }),
      ofSeveral: (all) => ({ capped: all.map(([contact_id, until]): CappedContact => ({ contact_id, until })) }),
    });
  }

  /** Another number brings its own attempts: the rows of the contact are re-indexed. */
  private withChange(event: ContactChanged): DomainEvent {
    const { contact_id, phone, old_phone } = event.data;
    if (phone === old_phone) return event;
    return { ...event, data: { ...event.data, capped_until: this.after.get(contact_id) ?? null } };
  }

  /** An event with the other rows whose wait an attempt changes. */
  private withOthers(event: DomainEvent, moved: Moved | undefined): DomainEvent {
    if (!moved) return event;
    const holders = this.holders.get(moved.phone ?? '') ?? [];
    const concerned = [...new Set([moved.contact_id, ...holders])].filter(
      (contactId) => this.before.get(contactId) !== this.after.get(contactId),
    );
    // What the contacts beyond the first ones have is not known: where an attempt is given back, some may be free.
    if (holders.length > MAX_NAMED && (concerned.length > 0 || !moved.isNew))
      return told(event, { relimited: { contact_ids: concerned.slice(0, MAX_NAMED), more: true } });
    const also = this.rowsOf(concerned).filter(
      (row) => row.contact_id !== moved.contact_id || row.smart_list_id !== moved.smart_list_id,
    );
    if (also.length === 0) return event;
    if (also.length <= MAX_ALSO) return told(event, { also });
    return told(event, { relimited: { contact_ids: [...new Set(also.map(({ contact_id }) => contact_id))] } });
  }

  /** The rows of contacts that may be in a queue, at most one more than an event names of each contact. */
  private rowsOf(contactIds: readonly string[]): readonly AlsoPlaced[] {
    if (contactIds.length === 0) return [];
    const prefixes = contactIds.map((id) => [this.view.workspaceId, id, 1]);
    const bars = barsOfContacts(this.view, contactIds);
    return this.view.scanKeys(MEMBERS, 'by_contact', prefixes, { limit: MAX_ALSO + 2 }).flatMap(({ keys }, at) => {
      const contact_id = contactIds[at]!;
      const capped_until = this.after.get(contact_id) ?? null;
      const placed = { contact_id, capped_until, ...barOf(bars, contact_id) };
      const lists = keys.map(([, smart_list_id]) => smart_list_id!);
      return (lists.length > 0 ? lists : [null]).map((smart_list_id) => ({ ...placed, smart_list_id }));
    });
  }
}

function barOf(bars: ReadonlyMap<string, Bar>, contactId: string): Pick<AlsoPlaced, 'barred'> {
  const barred = bars.get(contactId);
  return barred ? { barred } : {};
}

function attemptOf({ call_id, contact_id, dialed_number, dispatched_at, phone, smart_list_id }: CallRow) {
  return { call_id, contact_id, dialed_number, dispatched_at, phone, smart_list_id };
}

function told(
  event: DomainEvent,
  others: { readonly also: readonly AlsoPlaced[] } | { readonly relimited: HoldersNamed },
): DomainEvent {
  return { ...event, data: { ...event.data, ...others } };
}

function isDispatch(event: DomainEvent): event is CallDispatched {
  return event.type === 'CallDispatched';
}

function isGivenBack(event: DomainEvent): event is CallEnded {
  return event.type === 'CallEnded' && (event as CallEnded).data.result === 'not_placed';
}

function givesPhone(event: DomainEvent): event is ContactImported | ContactChanged {
  return event.type === 'ContactImported' || event.type === 'ContactChanged';
}

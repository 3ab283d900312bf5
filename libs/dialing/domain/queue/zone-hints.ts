import { callingHoursOf } from '#calling-hours/domain';
import { type ContactDetailsChanged, type ContactImported, type ContactChanged, CONTACTS } from '#contacts/domain';
import { joinedClocks, type KnownZones, zonesOfContact } from '#eligibility';
import type { Annotate, DomainEvent, WorkspaceView } from '#kernel';
import type { AlsoPlaced, ZonedContact } from '#members/domain';
import { contactsPlaced, type Placing, tellOf } from './placing-events.js';

/**
 * The events of a write with the clocks of the contacts whose rows they place, where the workspace has calling hours: a
 * projection cannot look them up (docs/adr/0075-lanes-are-read-by-the-clocks-of-contacts.md). A contact that gets other
 * clocks has its rows re-indexed.
 */
export const tellZones: Annotate = (view, events) => {
  if (callingHoursOf(view).length === 0) return events;
  const clocks = new ClocksTold(view, events);
  return events.map((event) => clocks.told(event));
};

type OfContact = ContactImported | ContactChanged | ContactDetailsChanged;

/** The clocks of the contacts of one write: as they were before it, and as it leaves them. */
class ClocksTold {
  private readonly before = new Map<string, string>();
  private readonly after = new Map<string, string>();
  /** The last event of each contact that may have other clocks than before, and is not imported. */
  private readonly changes = new Set<DomainEvent>();

  constructor(view: WorkspaceView, written: readonly DomainEvent[]) {
    const changed = new Map<string, readonly OfContact[]>();
    for (const event of written)
      if (isOfContact(event))
        changed.set(event.data.contact_id, [...(changed.get(event.data.contact_id) ?? []), event]);
    const placed = written.flatMap((event) => [
      ...contactsPlaced(event),
      ...alsoOf(event).map(({ contact_id }) => contact_id),
    ]);
    const contactIds = [...new Set([...placed, ...changed.keys()])];
    const keys = contactIds.map((id) => [view.workspaceId, id]);
    const rows = keys.length > 0 ? view.rows(CONTACTS, keys) : [];
    contactIds.forEach((id, at) => {
      const events = changed.get(id) ?? [];
      const before: KnownZones = rows[at] ?? NOTHING;
      const after = events.reduce(zonesAfter, before);
      this.before.set(id, clocksOf(before));
      this.after.set(id, clocksOf(after));
      if (events.length > 0 && events[0]!.type !== 'ContactImported') this.changes.add(events.at(-1)!);
    });
  }

  told(event: DomainEvent): DomainEvent {
    if (isOfContact(event) && event.type !== 'ContactImported') return this.withChange(event);
    return tellOf(this.withAlso(event), (contactId) => this.after.get(contactId) ?? null, {
      ofOne: (zones) => ({ zones }),
      ofSeveral: (all) => ({ zoned: all.map(([contact_id, zones]): ZonedContact => ({ contact_id, zones })) }),
    });
  }

  private withChange(event: OfContact): DomainEvent {
    const { contact_id } = event.data;
    const zones = this.after.get(contact_id)!;
    if (!this.changes.has(event) || zones === this.before.get(contact_id)) return event;
    return { ...event, data: { ...event.data, zones } };
  }

  private withAlso(event: DomainEvent): DomainEvent {
    const rows = alsoOf(event);
    if (rows.length === 0) return event;
    const also = rows.map((row): AlsoPlaced => {
      const zones = this.after.get(row.contact_id);
      return zones ? { ...row, zones } : row;
    });
    return { ...event, data: { ...event.data, also } };
  }
}

const NOTHING: KnownZones = { time_zone: null, phone_zones: [] };

function isOfContact(event: DomainEvent): event is OfContact {
  return ['ContactImported', 'ContactChanged', 'ContactDetailsChanged'].includes(event.type);
}

function zonesAfter(zones: KnownZones, { type, data }: OfContact): KnownZones {
  if (type === 'ContactDetailsChanged') return { ...zones, time_zone: data.time_zone };
  const { phone_zones } = data;
  if (type === 'ContactImported') return { time_zone: null, phone_zones: phone_zones ?? [] };
  return phone_zones ? { ...zones, phone_zones } : zones;
}

/** The workspace's own zone is no clock of a contact. */
function clocksOf(zones: KnownZones): string {
  return joinedClocks(zonesOfContact(zones, ''));
}

function alsoOf(event: DomainEvent): readonly AlsoPlaced[] {
  const { also = [] } = (event as Placing).data as { readonly also?: readonly AlsoPlaced[] };
  return also;
}

import { barsOfContacts, type ContactChanged } from '#contacts/domain';
import { barsOfPhones, numberKeyOf } from '#do-not-call/domain';
import type { Bar } from '#eligibility';
import type { Annotate, DomainEvent, WorkspaceView } from '#kernel';
import type { BarredContact } from '#members/domain';
import { contactsPlaced, type Placing, tellOf } from './placing-events.js';

/**
 * The events of a write with the bars of the numbers of those whom they place in a queue: a projection cannot look them
 * up (docs/adr/0071-numbers-are-hashed-under-a-key-of-the-workspace.md). Entries that the same write makes are not
 * among them: they have the rows of their contacts re-indexed.
 */
export const tellBars: Annotate = (view, events) => {
  if (numberKeyOf(view) === null) return events;
  const bars = barsOfContacts(view, [...new Set(events.flatMap(contactsPlaced))], events);
  return events.map((event) => withBars(view, event, bars));
};

function withBars(view: WorkspaceView, event: DomainEvent, bars: ReadonlyMap<string, Bar>): DomainEvent {
  const placing = event as Placing;
  if (placing.type === 'ContactChanged') return withChange(view, placing, bars.get(placing.data.contact_id) ?? null);
  return tellOf(event, (contactId) => bars.get(contactId), {
    ofOne: (barred) => ({ barred }),
    ofSeveral: (all) => ({ barred: all.map(([contact_id, bar]): BarredContact => ({ contact_id, ...bar })) }),
  });
}

/** A contact keeps its rows where its phone changes: they are re-indexed if its bar does, too. */
function withChange(view: WorkspaceView, event: ContactChanged, barred: Bar | null): DomainEvent {
  const { phone, old_phone } = event.data;
  const was = old_phone === phone ? barred : (barsOfPhones(view, [old_phone ?? '']).get(old_phone ?? '') ?? null);
  if (was?.until === barred?.until) return event;
  return { ...event, data: { ...event.data, barred } };
}

import type { History, Judge } from '../world.js';
import { type Logged, type ModelEvent, naming } from './model/events.js';
import { workspacesOf } from './settled.js';

/** Milliseconds for which an erasure may be under way at the end of a settled world. */
const LATE_MS = 120_000;

/** In a settled world every erasure is completed, waits for the end of a call, or is parked. */
export const erasuresAreCompleted: Judge = (history) =>
  [...workspacesOf(history)].flatMap(([id, model]) => {
    if (model.deleted) return [];
    return [...model.contacts.values()].flatMap(({ id: contact, erasure, erasedAt }) => {
      const waits = erasure === 'requested' && model.callInFlight(contact) !== undefined;
      const isYoung = erasure === 'started' && erasedAt! > history.endedAt - LATE_MS;
      const isParked = model.parked.isParked('erasures', contact);
      const isLeft = (erasure === 'requested' || erasure === 'started') && !waits && !isYoung && !isParked;
      return isLeft ? [`workspace ${id}: the erasure of contact ${contact} is ${erasure}`] : [];
    });
  });

/**
 * What an erasure has ended can be read no more, as the log stands at the end; everything else can. Of a deleted
 * workspace nothing can be read; of a contact whose erasure is parked, it may be either.
 */
export const whatIsErasedIsUnreadable: Judge = (history) => {
  const workspaces = workspacesOf(history);
  const erasedAt = lastErasures(history.events);
  return history.events.flatMap((event, index) => {
    const person = personOf(event as ModelEvent);
    const { workspace_id } = event.metadata;
    if (!person) return [];
    const { contactId, field, isSealed } = person;
    const isReadable = valueOf(history.reread[index]!, field) !== null;
    const { deleted, parked } = workspaces.get(workspace_id)!;
    if (!deleted && parked.isParked('erasures', contactId)) return [];
    const shouldEnd = isSealed && (deleted || index < (erasedAt.get(`${workspace_id} ${contactId}`) ?? -1));
    if (isReadable !== shouldEnd) return [];
    return [`${naming(event)}: ${field} of contact ${contactId} can ${isReadable ? 'still' : 'not'} be read`];
  });
};

/**
 * Deliveries are erased once each, in the stream of their own, and only with their contact; all of them before the
 * erasure is completed. Nothing is recorded of them afterwards.
 */
export const deliveriesAreErasedWithTheirContact: Judge = ({ events }) => {
  const requested = new Map<string, { readonly index: number; readonly contact: string }>();
  const erasedContacts = new Map<string, number>();
  const erased = new Set<string>();
  return (events as readonly ModelEvent[]).flatMap((event, index) => {
    switch (event.type) {
      case 'DeliveryRequested': {
        const contact = `${event.metadata.workspace_id} ${event.data.contact_id}`;
        requested.set(event.data.delivery_id, { index, contact });
        return [];
      }
      case 'ContactErased':
        erasedContacts.set(`${event.metadata.workspace_id} ${event.data.contact_id}`, index);
        return [];
      case 'DeliveryErased': {
        const { delivery_id: id } = event.data;
        const { index: since = Infinity, contact = '' } = requested.get(id) ?? {};
        const isDue = since < (erasedContacts.get(contact) ?? -1);
        const again = erased.has(id);
        erased.add(id);
        return [
          ...(isDue ? [] : [`${naming(event)}: its contact was not erased`]),
          ...(again ? [`${naming(event)}: it was erased before`] : []),
        ];
      }
      case 'DeliveryAttempted':
      case 'DeliveryCancelled':
        return erased.has(event.data.delivery_id) ? [`${naming(event)}: the delivery was erased before`] : [];
      case 'ContactErasureCompleted': {
        const contact = `${event.metadata.workspace_id} ${event.data.contact_id}`;
        const since = erasedContacts.get(contact) ?? -1;
        const left = [...requested].filter(
          ([id, delivery]) => delivery.contact === contact && delivery.index < since && !erased.has(id),
        );
        return left.map(([id]) => `${naming(event)}: delivery ${id} was not erased`);
      }
      default:
        return [];
    }
  });
};

/**
 * Every receiver that was to get a message about a contact since its last erasure is told once that it is erased,
 * before the erasure is completed, and no other receiver is.
 */
export const receiversAreToldOnce: Judge = ({ events }) => {
  const about = new Map<string, Set<string>>();
  const erasures = new Map<string, { readonly receivers: ReadonlySet<string>; readonly told: string[] }>();
  return (events as readonly ModelEvent[]).flatMap((event) => {
    const { workspace_id } = event.metadata;
    switch (event.type) {
      case 'DeliveryRequested': {
        const { contact_id, webhook_url, endpoint_id = '', body, redelivery_of } = event.data;
        const receiver = `${endpoint_id} ${webhook_url}`;
        if (contact_id !== '') {
          const contact = `${workspace_id} ${contact_id}`;
          about.set(contact, (about.get(contact) ?? new Set()).add(receiver));
        } else if (redelivery_of === undefined && event.data.message_type === 'contact.erased') {
          const { contact } = JSON.parse(body) as { readonly contact: { readonly contact_id: string } };
          erasures.get(`${workspace_id} ${contact.contact_id}`)?.told.push(receiver);
        }
        return [];
      }
      case 'ContactErased': {
        const contact = `${workspace_id} ${event.data.contact_id}`;
        erasures.set(contact, { receivers: about.get(contact) ?? new Set(), told: [] });
        about.delete(contact);
        return [];
      }
      case 'ContactErasureCompleted': {
        const { receivers = new Set(), told = [] } = erasures.get(`${workspace_id} ${event.data.contact_id}`) ?? {};
        const [is, should] = [[...told].sort().join(), [...receivers].sort().join()];
        return is === should ? [] : [`${naming(event)}: told was [${is}], and should be [${should}]`];
      }
      default:
        return [];
    }
  });
};

/** The index of the last erasure of each contact. */
function lastErasures(events: History['events']): ReadonlyMap<string, number> {
  const last = new Map<string, number>();
  for (const [index, event] of (events as readonly ModelEvent[]).entries())
    if (event.type === 'ContactErased') last.set(`${event.metadata.workspace_id} ${event.data.contact_id}`, index);
  return last;
}

/** Whose personal data an event has ('': no contact's), the field that shows whether it can be read, and if it ends. */
function personOf(
  event: ModelEvent,
): { readonly contactId: string; readonly field: string; readonly isSealed: boolean } | undefined {
  switch (event.type) {
    case 'ContactImported':
    case 'ContactChanged':
    case 'CallDispatched':
    case 'CallRegistered':
      return { contactId: event.data.contact_id, field: 'phone', isSealed: true };
    case 'DeliveryRequested': {
      const { contact_id: contactId, message_type } = event.data;
      // Other messages about no contact are not sealed, and stay in the log of a deleted workspace.
      return { contactId, field: 'body', isSealed: contactId !== '' || message_type === 'do_not_call.added' };
    }
    default:
      return undefined;
  }
}

const valueOf = ({ data }: Logged, field: string): unknown => (data as unknown as Record<string, unknown>)[field];

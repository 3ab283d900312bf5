import { barsOfContacts } from '#contacts/domain';
import type { WorkspaceView } from '#kernel';
import type { ContactNow } from '#members/domain';
import { callsInFlight } from '../calls/register-call.js';

/**
 * What the gates ask of contacts, by a view: their calls in flight, and the bars of their numbers. The bars of all of
 * them are looked up together.
 * @param inFlight the calls in flight of the view: given where contacts are asked for several times
 */
export function contactsNow(
  view: WorkspaceView,
  contactIds: readonly string[],
  inFlight = callsInFlight(view),
): (contactId: string) => ContactNow {
  const bars = barsOfContacts(view, contactIds);
  return (contactId) => ({
    bar: bars.get(contactId) ?? null,
    callInFlight: inFlight.get(contactId)?.call_id ?? null,
  });
}

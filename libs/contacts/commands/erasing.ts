import type { WorkspaceView } from '#kernel';
import { callsInFlight } from '#dialing/domain';
import { numbersErased } from '#do-not-call/domain';
import { endMembershipsOfContacts } from '#members/domain';
import { type ContactErasure, eraseContacts } from '../domain/erase-contacts.js';
import { erasedAfter } from '../domain/erasures.js';

/** The verdict on each contact that is to be erased, as the calls in flight are. */
export function judgeErasures(
  view: WorkspaceView,
  contactIds: readonly string[],
  afterCall: boolean,
): readonly ContactErasure[] {
  const inFlight = callsInFlight(view);
  return eraseContacts(view, contactIds, { isInCall: (id) => inFlight.has(id), afterCall });
}

/**
 * The events of these verdicts, deletions first, as DELETE has them. The answer waits until nothing personal is left.
 */
export function effectsOf(view: WorkspaceView, erasures: readonly ContactErasure[]) {
  const deleted = erasures.flatMap((erasure) => erasure.deleted ?? []);
  const ended = endMembershipsOfContacts(
    view,
    deleted.map(({ data }) => data.contact_id),
  );
  const events = erasures.flatMap(({ event }) => event ?? []);
  const erased = events.filter(({ type }) => type === 'ContactErased').map(({ data }) => data.contact_id);
  return {
    events: [...deleted, ...(ended ? [ended] : []), ...events, ...numbersErased(view, erased)],
    awaits: erasedAfter(view.workspaceId, erased),
  };
}

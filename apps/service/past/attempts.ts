import { type CallRow, CALLS, ContactAttempts } from '#dialing/domain';
import { CONTACTS } from '#contacts/domain';
import type { WorkspaceRow } from '#workspaces/domain';
import type { FoldedRows, Needed } from './timeline/folded-rows.js';

/**
 * The calls of some contacts that are in flight, and their attempts. Attempts that dialed the number of a contact while
 * another one had it are not among them: which those are is known too late to hold
 * these alone.
 */
export function callsOfContacts(isOne: (contactId: string | undefined) => boolean): Needed<CallRow> {
  return {
    collection: CALLS,
    isNeeded: (_, { data }) => isOne((data as { readonly contact_id?: string }).contact_id),
    isHeld: ({ in_flight, snapshot, result }) => in_flight === 1 || (snapshot !== null && result !== 'not_placed'),
  };
}

/** The call that a contact is in, by folded rows; null: none. */
export function callIn(rows: FoldedRows, contactId: string): string | null {
  for (const call of rows.all(CALLS)) if (call.contact_id === contactId && call.in_flight === 1) return call.call_id;
  return null;
}

/** The attempts of a contact over all lists, by folded rows, as windows of its workspace count them. */
export function attemptsIn(rows: FoldedRows, workspace: WorkspaceRow, contactId: string): readonly number[] {
  if (workspace.contact_windows === null) return [];
  const contact = rows.row(CONTACTS, [workspace.workspace_id, contactId]);
  const attempts = ContactAttempts.among(workspace, rows.all(CALLS));
  return attempts.of({ contact_id: contactId, phone: contact?.phone ?? '' });
}

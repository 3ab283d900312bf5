import { CONTACTS } from '#contacts/domain';
import { barOf, DO_NOT_CALL, type DoNotCallRow, numberHash } from '#do-not-call/domain';
import type { Bar } from '#eligibility';
import type { Instant } from '#kernel';
import type { WorkspaceRow } from '#workspaces/domain';
import type { FoldedRows, Needed } from './timeline/folded-rows.js';

/** The do-not-call register: which of its numbers a contact has is known once the contact is folded. */
export const NUMBERS_BARRED: Needed<DoNotCallRow> = {
  collection: DO_NOT_CALL,
  isNeeded: () => true,
  isHeld: ({ live }) => live === 1,
};

/** The bar of a contact's number at an instant, by folded rows; null: its number may be dialed. */
export function barIn(rows: FoldedRows, workspace: WorkspaceRow, contactId: string, at: Instant): Bar | null {
  const { workspace_id, number_key: key } = workspace;
  const contact = rows.row(CONTACTS, [workspace_id, contactId]);
  if (key === null || !contact || contact.phone === '') return null;
  return barOf(rows.row(DO_NOT_CALL, [workspace_id, numberHash(key, contact.phone)]), at);
}

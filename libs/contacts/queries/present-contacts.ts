import { ContactAttempts } from '#dialing/domain';
import { windowsEndAfter } from '#eligibility';
import type { ReadModel } from '#read-model';
import type { CommandDecider } from '#workspace-head';
import type { WorkspaceRow } from '#workspaces/domain';
import type { ContactRow } from '../domain/contact.js';
import { presentContact } from '../domain/present-contact.js';

/** A contact as the API shows it (docs/reference/http-contract.md#contact). */
export type ShownContact = ReturnType<typeof presentContact>;

/**
 * Contacts as they are shown now, in their order. In a workspace with limits of contacts their attempts are read, those
 * of all of them together; without limits nothing is.
 */
export async function presentContacts(
  readModel: Pick<ReadModel, 'getMany' | 'merge'>,
  decider: Pick<CommandDecider, 'now'>,
  workspace: WorkspaceRow,
  contacts: readonly ContactRow[],
): Promise<readonly ShownContact[]> {
  const { contact_windows: windows, time_zone } = workspace;
  if (windows === null) return contacts.map((row) => presentContact(row, time_zone, null));
  const at = await decider.now(workspace.workspace_id);
  const attempts = await ContactAttempts.read(readModel, workspace, contacts, at);
  return contacts.map((row) => presentContact(row, time_zone, windowsEndAfter(attempts.of(row), windows, at)));
}

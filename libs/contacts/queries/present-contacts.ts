import type { Instant } from '#kernel';
import { ContactAttempts } from '#dialing/domain';
import { windowsEndAfter } from '#eligibility';
import type { ReadModel } from '#read-model';
import type { WorkspaceRow } from '#workspaces/domain';
import type { ContactRow } from '../domain/contact.js';
import { presentContact } from '../domain/present-contact.js';

/** A contact as the API shows it (docs/reference/http-contract.md#contact). */
export type ShownContact = ReturnType<typeof presentContact>;

/**
 * Contacts as they are shown now, in their order. In a workspace with limits of contacts their attempts are read, those
 * of all of them together; without limits nothing is.
 * @param now the instant of the read; asked for with limits only
 */
export async function presentContacts(
  readModel: Pick<ReadModel, 'getMany' | 'merge'>,
  workspace: WorkspaceRow,
  contacts: readonly ContactRow[],
  now: () => Promise<Instant>,
): Promise<readonly ShownContact[]> {
  const { contact_windows: windows, time_zone } = workspace;
  if (windows === null) return contacts.map((row) => presentContact(row, time_zone, null));
  const at = await now();
  const attempts = await ContactAttempts.read(readModel, workspace, contacts, at);
  return contacts.map((row) => presentContact(row, time_zone, windowsEndAfter(attempts.of(row), windows, at)));
}

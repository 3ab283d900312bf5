import { entriesOfContacts } from '#contacts/domain';
import { barOf } from '#do-not-call/domain';
import { barredUntil, type ContactCap, windowsEnd } from '#eligibility';
import type { Instant } from '#kernel';
import type { MemberRow } from '#members/domain';
import type { ReadModel } from '#read-model';
import type { WorkspaceRow } from '#workspaces/domain';
import { attemptsOfContacts } from '../domain/queue/contact-attempts.js';

/** A row of a contact, and the bar of its number as it has it. */
type OfContact = Pick<MemberRow, 'contact_id' | 'barred_until'>;

type Looking = Pick<ReadModel, 'getMany' | 'merge'>;

/**
 * What rows are placed by besides their own facts: the bars of their numbers, and the ends of the limits of their
 * contacts. Rows keep no limit that their contact alone has, so those are always looked up.
 * @param at of the look
 * @param looksUp whether bars are looked up, too
 */
export function lookedUp<Doc extends OfContact>(
  readModel: Looking,
  workspace: WorkspaceRow | undefined,
  rows: readonly Doc[],
  at: Instant,
  looksUp: boolean,
): Promise<readonly [(row: Doc, at: Instant) => Doc, (row: Doc) => ContactCap]> {
  const contactIds = rows.map(({ contact_id }) => contact_id);
  return Promise.all([
    barsOf(readModel, workspace, rows, looksUp),
    capsOfContacts(readModel, workspace, contactIds, at),
  ]);
}

/** The ends of the limits of contacts, by the rows. */
async function capsOfContacts(
  readModel: Looking,
  workspace: WorkspaceRow | undefined,
  contactIds: readonly string[],
  at: Instant,
): Promise<(row: OfContact) => ContactCap> {
  const attempts = workspace && (await attemptsOfContacts(readModel, workspace, contactIds, at));
  return ({ contact_id }) => windowsEnd(attempts?.(contact_id) ?? [], workspace?.contact_windows);
}

/** Rows with the bars of their numbers: those that they have, or as they are looked up. */
async function barsOf<Doc extends OfContact>(
  readModel: Looking,
  workspace: WorkspaceRow | undefined,
  rows: readonly Doc[],
  looksUp: boolean,
): Promise<(row: Doc, at: Instant) => Doc> {
  if (!workspace || !looksUp) return (row) => row;
  const contactIds = rows.map(({ contact_id }) => contact_id);
  const entries = await entriesOfContacts(readModel, workspace, contactIds);
  return (row, at) => ({ ...row, barred_until: barredUntil(barOf(entries.get(row.contact_id), at)) });
}

import { readCallingHours } from '#calling-hours/domain';
import { entriesOfContacts, readZonesOfContacts } from '#contacts/domain';
import { barOf } from '#do-not-call/domain';
import { barredUntil, type ContactCap, joinedClocks, windowsEnd } from '#eligibility';
import type { Instant } from '#kernel';
import type { MemberRow } from '#members/domain';
import type { ReadModel } from '#read-model';
import type { WorkspaceRow } from '#workspaces/domain';
import { attemptsOfContacts } from '../domain/queue/contact-attempts.js';

/** A row of a contact, with the bar of its number and the clocks of its lane as it has them. */
type OfContact = Pick<MemberRow, 'contact_id' | 'barred_until' | 'zones'>;

type Looking = Pick<ReadModel, 'getMany' | 'merge' | 'page'>;

/**
 * What rows are placed by besides their own facts: the bars of their numbers, the clocks of their lanes, and the ends
 * of the limits of their contacts. Rows keep no limit that their contact alone has, so those are always looked up.
 * @param at of the look
 * @param looksUp whether bars and clocks are looked up, too
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
    barsAndClocksOf(readModel, workspace, rows, looksUp),
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

/** Rows with the bars of their numbers and the clocks of their lanes: those they have, or as they are looked up. */
async function barsAndClocksOf<Doc extends OfContact>(
  readModel: Looking,
  workspace: WorkspaceRow | undefined,
  rows: readonly Doc[],
  looksUp: boolean,
): Promise<(row: Doc, at: Instant) => Doc> {
  if (!workspace || !looksUp) return (row) => row;
  const contactIds = [...new Set(rows.map(({ contact_id }) => contact_id))];
  const [entries, clocks] = await Promise.all([
    entriesOfContacts(readModel, workspace, contactIds),
    clocksOfContacts(readModel, workspace, contactIds),
  ]);
  return (row, at) => ({
    ...row,
    barred_until: barredUntil(barOf(entries.get(row.contact_id), at)),
    zones: clocks(row.contact_id),
  });
}

/** The clocks of contacts; of none in a workspace without calling hours. */
async function clocksOfContacts(
  readModel: Looking,
  workspace: WorkspaceRow,
  contactIds: readonly string[],
): Promise<(contactId: string) => string> {
  const hours = await readCallingHours(readModel, workspace.workspace_id);
  if (hours.length === 0) return () => '';
  const zones = await readZonesOfContacts(readModel, workspace, contactIds);
  return (contactId) => joinedClocks(zones(contactId));
}

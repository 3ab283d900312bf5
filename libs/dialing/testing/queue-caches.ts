import { type Collection, keyOf, keyText, type Row } from '#kernel';
import type { TestWorkspace } from '#kernel/testing';
import { barsOfContacts } from '#contacts/domain';
import { barredUntil, joinedClocks, positionIn, promotedPosition, type QueuePosition, windowsEnd } from '#eligibility';
import { type MemberRow, MEMBERS, positionOfMember } from '#members/domain';
import { SMART_LISTS } from '#smart-lists/domain';
import { workspaceOf } from '../domain/calls/call-life.js';
import { contactsNow } from '../domain/queue/contacts-now.js';
import { REINDEX_JOBS } from '../domain/queue/reindex-jobs.js';
import { positionOfUnlisted, UNLISTED, type UnlistedRow } from '../domain/queue/unlisted.js';

/**
 * Makes rows that have become due ready, unless they have changed since they were read.
 * @param t by the clock of the process that promotes, milliseconds since 1970
 */
export function promoteAll(workspace: TestWorkspace, t = Date.parse(workspace.now)): void {
  const promoted = (position: QueuePosition): QueuePosition =>
    position.state !== 'out' && position.due <= t ? promotedPosition(position) : positionIn(position);
  amendAll(workspace, promoted, promoted);
}

/** Recomputes every position in the queues by the current settings and the numbers that are barred now. */
export function reindexAll(workspace: TestWorkspace): void {
  const { time_zone: zone, unlisted, contact_windows } = workspaceOf(workspace);
  const lists = workspace.resident(SMART_LISTS);
  const contacts = [...workspace.all(UNLISTED)].map(({ contact_id }) => contact_id);
  const bars = barsOfContacts(workspace, contacts);
  const now = contactsNow(workspace, contacts);
  const lookedUp = <Doc extends MemberRow | UnlistedRow>(row: Doc): Doc => ({
    ...row,
    barred_until: barredUntil(bars.get(row.contact_id) ?? null),
    zones: joinedClocks(now(row.contact_id).zones),
  });
  const capOf = ({ contact_id }: MemberRow | UnlistedRow) => windowsEnd(now(contact_id).attempts, contact_windows);
  amendAll(
    workspace,
    (row) => {
      const limits = lists.get(keyText([row.workspace_id, row.smart_list_id]));
      return positionOfMember(lookedUp(row), limits && { limits, zone }, workspace.now, capOf(row));
    },
    (row) => positionOfUnlisted(lookedUp(row), { limits: unlisted, zone }, workspace.now, capOf(row)),
  );
  for (const job of workspace.all(REINDEX_JOBS))
    workspace.amend(REINDEX_JOBS, keyOf(REINDEX_JOBS, job), job.revision, { pending: 0 });
}

function amendAll(
  workspace: TestWorkspace,
  positionOf: (row: MemberRow) => QueuePosition,
  placeWithoutList: (row: UnlistedRow) => QueuePosition,
): void {
  for (const row of workspace.all(MEMBERS)) amend(workspace, MEMBERS, row, positionOf(row));
  for (const row of workspace.all(UNLISTED)) amend(workspace, UNLISTED, row, placeWithoutList(row));
}

function amend<Doc extends Row>(
  workspace: TestWorkspace,
  collection: Collection<Doc>,
  row: Doc,
  position: QueuePosition,
): void {
  workspace.amend(collection, keyOf(collection, row), row.revision, positionIn(position));
}

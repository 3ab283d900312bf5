import { oweBlanking } from '#contacts';
import { ERASURES, type ErasureRow } from '#contacts/domain';
import type { Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { readPages } from '#workers';
import { WORKSPACES } from '#workspaces/domain';

/**
 * Whether rows have personal data that workers have yet to erase in them: of a deleted workspace, of an erased contact,
 * or of days that have ended. Rows that are folded later never had it, since its keys are shredded: nobody would erase
 * it in these any more once they are not live.
 * @throws ReadModelUnavailableError
 */
export async function oweErasing(rows: Pick<ReadModel, 'page' | 'getMany'>, now: Instant): Promise<boolean> {
  const deleted = await rows.page(WORKSPACES, { index: 'to_drop', prefix: [1], limit: 1 });
  return deleted.length > 0 || (await oweErasures(rows)) || oweBlanking(rows, now);
}

/** Whether the erasure of a contact has begun and is not completed: the rows of its deliveries are erased last. */
async function oweErasures(rows: Pick<ReadModel, 'page'>): Promise<boolean> {
  let doOwe = false;
  const pending = {
    index: 'pending',
    prefix: [1],
    cursorOf: ({ workspace_id, contact_id }: ErasureRow) => [workspace_id, contact_id],
  };
  // One that waits for the end of a call has shredded nothing yet, unless the contact was erased before.
  const each = ({ erased_revision }: ErasureRow) => (doOwe ||= erased_revision >= 0);
  await readPages(rows, ERASURES, pending, { each, isStopped: () => doOwe });
  return doOwe;
}

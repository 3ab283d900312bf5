import { oweBlanking } from '#contacts';
import type { Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { WORKSPACES } from '#workspaces/domain';

/**
 * Whether rows have personal data that workers have yet to erase in them: of a deleted workspace, or of days that have
 * ended. Rows that are folded later never had it, since its keys are shredded: nobody would erase it in these any more
 * once they are not live.
 * @throws ReadModelUnavailableError
 */
export async function oweErasing(rows: Pick<ReadModel, 'page' | 'getMany'>, now: Instant): Promise<boolean> {
  const deleted = await rows.page(WORKSPACES, { index: 'to_drop', prefix: [1], limit: 1 });
  return deleted.length > 0 || oweBlanking(rows, now);
}

import { dayOf, type IndexValue, type Instant } from '#kernel';
import type { ReadModel } from '#read-model';
import { firstDayKept, RESPONSES_KEEP_DAYS, type WorkspaceRow, WORKSPACES } from '#workspaces/domain';
import { EXPIRED_ROWS, type ExpiredRowsRow } from '../domain/index.js';

/** The days before which the rows of a workspace are to be blank; '': none are. */
export type ExpiredDays = Pick<ExpiredRowsRow, 'calls_before' | 'deliveries_before' | 'responses_before'>;

const NO_DAYS: ExpiredDays = { calls_before: '', deliveries_before: '', responses_before: '' };

export function expiredDays(workspace: WorkspaceRow, now: Instant): ExpiredDays {
  const { calls_expired_before, deliveries_expired_before, created_at } = workspace;
  const deliveries_before = deliveries_expired_before ?? '';
  const kept = firstDayKept(now, RESPONSES_KEEP_DAYS);
  const responses = kept <= dayOf(created_at) ? '' : kept;
  return {
    calls_before: calls_expired_before ?? '',
    deliveries_before,
    responses_before: responses > deliveries_before ? responses : deliveries_before,
  };
}

/** Whether the rows of all these days were blanked. */
export function areBlank(days: ExpiredDays, blanked: ExpiredDays = NO_DAYS): boolean {
  const { calls_before, deliveries_before, responses_before } = blanked;
  return (
    days.calls_before <= calls_before &&
    days.deliveries_before <= deliveries_before &&
    days.responses_before <= responses_before
  );
}

/** Live workspaces that are read at a time. */
const PAGE = 200;

/**
 * Whether rows still have personal data whose time has ended: the worker has not been at all of them yet.
 * @throws ReadModelUnavailableError
 */
export async function oweBlanking(rows: Pick<ReadModel, 'page' | 'getMany'>, now: Instant): Promise<boolean> {
  for (let after: readonly IndexValue[] | undefined; ;) {
    const range = { index: 'by_creation', prefix: [1], ...(after && { after }), limit: PAGE };
    const workspaces = await rows.page(WORKSPACES, range);
    const owing = workspaces.filter((workspace) => !areBlank(expiredDays(workspace, now)));
    const blanked = await rows.getMany(
      EXPIRED_ROWS,
      owing.map(({ workspace_id }) => [workspace_id]),
    );
    if (owing.some((workspace, at) => !areBlank(expiredDays(workspace, now), blanked[at]))) return true;
    const last = workspaces.at(-1);
    if (!last || workspaces.length < PAGE) return false;
    after = [last.created_at, last.workspace_id];
  }
}

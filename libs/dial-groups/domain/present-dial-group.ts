import type { WorkspaceView } from '#kernel';
import type { DialGroupRow } from './dial-group.js';
import { dialGroupIn } from './groups-of-view.js';

/** A dial group as the API shows it (docs/reference/http-contract.md#dial-group). */
export function presentDialGroup(row: DialGroupRow) {
  return {
    dial_group_id: row.dial_group_id,
    name: row.name,
    smart_list_ids: [...row.smart_list_ids],
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** The ETag of a dial group. */
export function dialGroupEtag({ version }: Pick<DialGroupRow, 'version'>): string {
  return `"${version}"`;
}

/** The answer that shows one dial group, on the state after the change: 201 for a new one. */
export function dialGroupAnswer(after: WorkspaceView, dialGroupId: string, status: 200 | 201) {
  const row = dialGroupIn(after, dialGroupId)!;
  return {
    status,
    ...(status === 201 && { location: `/dial-groups/${dialGroupId}` }),
    etag: dialGroupEtag(row),
    body: { ok: true as const, dial_group: presentDialGroup(row) },
  };
}

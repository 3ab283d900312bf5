import type { WorkspaceView } from '#kernel';
import { memberCount } from '#members/domain';
import { requireList } from '../domain/active-lists.js';
import { listEtag, presentSmartList } from '../domain/present-smart-list.js';

/** The answer that shows one list: 201 for a new one. */
export function listAnswer(after: WorkspaceView, smartListId: string, status: 200 | 201) {
  const list = requireList(after, smartListId);
  return {
    status,
    ...(status === 201 && { location: `/smart-lists/${smartListId}` }),
    etag: listEtag(list),
    body: { ok: true as const, smart_list: presentSmartList(list, memberCount(after, smartListId)) },
  };
}

import { type AdminContext, type Decide, notFound } from '#kernel';
import type { WorkspaceCommand } from '#workspace-head';

/**
 * A write of an admin route to the workspace that its path names. The decision is made first: mistakes in the body come
 * before the 404 of an id (docs/reference/http-contract.md#errors).
 * @throws DomainError `not_found` for an id that does not exist
 */
export function adminCommand(context: AdminContext, workspaceId: string, decide: Decide): WorkspaceCommand {
  if (workspaceId === '') throw notFound('workspace');
  return { ...context, workspaceId, decide };
}

import type { AdminApi } from '../admin-api.js';

/** A workspace as GET /admin/workspaces lists it, alone or in a page, as far as the command line names its fields. */
export interface Workspace {
  readonly workspace_id: string;
  readonly name: string;
  readonly time_zone: string;
  readonly use: { readonly contacts: number; readonly members: number; readonly open_calls: number };
  readonly created_at: string;
}

interface Page {
  readonly workspaces: readonly Workspace[];
}

/** All workspaces, in the order of their creation. @throws Refusal */
export async function allWorkspaces(api: AdminApi): Promise<readonly Workspace[]> {
  return (await api.pages<Page>('GET', '/admin/workspaces')).flatMap(({ workspaces }) => workspaces);
}

/** @throws Refusal `not_found` */
export async function findWorkspace(api: AdminApi, id: string): Promise<Workspace> {
  return (await api.ask<{ readonly workspace: Workspace }>('GET', `/admin/workspaces/${id}`)).workspace;
}

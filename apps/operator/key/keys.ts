/** An API key as the admin routes show it. */
export interface ApiKey {
  readonly api_key_id: string;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly revoked_at: string | null;
  readonly last_used_at: string | null;
}

/** The route of the keys of a workspace. */
export function keysPath(workspaceId: string): string {
  return `/admin/workspaces/${workspaceId}/api-keys`;
}

import type { ApiKeyRow } from './api-key.js';
import { QUOTA_NAMES, type Quotas } from './quotas.js';
import { searchableNames } from './searchable-attributes.js';
import { presentWindows, type WorkspaceRow } from './workspace.js';
import type { presentUse } from './workspace-use.js';

/** A workspace as its own keys see it: the settings by which contacts are called and found, and personal data ends. */
export function presentOwnWorkspace(row: WorkspaceRow) {
  return {
    workspace_id: row.workspace_id,
    name: row.name,
    time_zone: row.time_zone,
    unlisted: { ...row.unlisted },
    lease_seconds: row.lease_seconds,
    wrap_up_seconds: row.wrap_up_seconds,
    calls_keep_days: row.calls_keep_days,
    deliveries_keep_days: row.deliveries_keep_days,
    contact_windows: presentWindows(row),
    calling_hours_id: row.calling_hours_id,
    searchable_attributes: searchableNames(row.attribute_slots),
  };
}

/** A key as its own holder sees it. */
export function presentOwnKey(row: ApiKeyRow) {
  return {
    api_key_id: row.api_key_id,
    name: row.name,
    prefix: row.prefix,
    scopes: [...row.scopes],
    expires_at: row.expires_at,
    created_at: row.created_at,
  };
}

/** Each quota with its use; nothing is left where a quota was lowered below its use. */
export function presentQuotas(quotas: Quotas, use: ReturnType<typeof presentUse>) {
  return QUOTA_NAMES.map((resource) => {
    const [limit, used] = [quotas[resource], use[resource]];
    return { resource, limit, used, left: Math.max(0, limit - used) };
  });
}

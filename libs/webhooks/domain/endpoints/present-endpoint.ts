import { keyText, notFound, type WorkspaceView } from '#kernel';
import { type EndpointRow, WEBHOOK_ENDPOINTS } from './endpoint.js';

export const ENDPOINT_STATES = ['healthy', 'failing', 'paused'] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

/** An endpoint as the API shows it: never its secrets. */
export function presentEndpoint(row: EndpointRow) {
  return {
    endpoint_id: row.endpoint_id,
    url: row.url,
    event_types: row.subscriptions.map(({ type }) => type),
    description: row.description,
    health: { state: stateOf(row), failing_since: row.failing_since, paused_at: row.paused_at },
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function stateOf({ paused_at, failing_since }: EndpointRow): EndpointState {
  if (paused_at !== null) return 'paused';
  return failing_since === null ? 'healthy' : 'failing';
}

/** @throws DomainError `not_found`: there is no such endpoint in this workspace, or it is deleted */
export function requireEndpoint(view: WorkspaceView, endpointId: string): EndpointRow {
  const row = endpointIn(view, endpointId);
  if (!row) throw notFound('webhook endpoint');
  return row;
}

/** A live endpoint of the workspace of a decision; undefined: there is none of this id. */
export function endpointIn(view: WorkspaceView, endpointId: string): EndpointRow | undefined {
  return view.resident(WEBHOOK_ENDPOINTS).get(keyText([view.workspaceId, endpointId]));
}

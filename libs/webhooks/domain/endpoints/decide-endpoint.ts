import { type AddressRange, type CheckVersion, type Decide, DomainError, type WorkspaceView } from '#kernel';
import { checkReceiverUrl } from '../receiver-url.js';
import {
  type EndpointRow,
  type EndpointSettings,
  MAX_ENDPOINTS,
  WEBHOOK_ENDPOINTS,
  type WebhookEndpointChanged,
  type WebhookEndpointCreated,
  type WebhookEndpointDeleted,
  type WebhookEndpointResumed,
} from './endpoint.js';
import type { EndpointEventType } from './event-types.js';
import { presentEndpoint, requireEndpoint } from './present-endpoint.js';

// docs/adr/0057-events-reach-endpoints-by-a-feed.md

/** The input for a change: absent fields stay. */
export interface EndpointPatch {
  readonly url?: string | undefined;
  readonly event_types?: readonly EndpointEventType[] | undefined;
  readonly description?: string | null | undefined;
}

/** The input for a new endpoint. */
export interface NewEndpoint extends EndpointPatch {
  readonly url: string;
  readonly event_types: readonly EndpointEventType[];
}

/**
 * POST /webhook-endpoints. The answer is kept with the Idempotency-Key, so the secret is no part of it.
 * @param ciphertext of the first signing secret
 * @param allowed ranges that an operator has opened (WEBHOOK_ALLOW_CIDRS)
 * @throws DomainError at once: `validation_failed`. When decided: `resource_conflict` (20 endpoints)
 */
export function createEndpoint(
  endpointId: string,
  { url, event_types, description }: NewEndpoint,
  ciphertext: string,
  allowed: readonly AddressRange[],
) {
  checkReceiverUrl('url', url, allowed);
  return ((view) => {
    if (view.resident(WEBHOOK_ENDPOINTS).size >= MAX_ENDPOINTS) {
      throw new DomainError('resource_conflict', `A workspace holds at most ${MAX_ENDPOINTS} webhook endpoints.`);
    }
    const settings = { url, event_types, description: description ?? null };
    const created: WebhookEndpointCreated = {
      type: 'WebhookEndpointCreated',
      data: { endpoint_id: endpointId, ...settings, ciphertext },
    };
    return {
      events: [created],
      answer: (after) => {
        return { ...endpointAnswer(after, endpointId), status: 201, location: `/webhook-endpoints/${endpointId}` };
      },
    };
  }) satisfies Decide;
}

/**
 * PATCH /webhook-endpoints/{endpointId}.
 * @throws DomainError at once: `validation_failed`. When decided: `not_found`, `precondition_failed`
 */
export function changeEndpoint(
  endpointId: string,
  patch: EndpointPatch,
  allowed: readonly AddressRange[],
  checkVersion: CheckVersion,
) {
  if (patch.url !== undefined) checkReceiverUrl('url', patch.url, allowed);
  return ((view) => {
    const row = requireEndpoint(view, endpointId);
    checkVersion(row.version);
    const changes = differences(row, patch);
    const changed: WebhookEndpointChanged = {
      type: 'WebhookEndpointChanged',
      data: { endpoint_id: endpointId, changes },
    };
    return {
      events: Object.keys(changes).length > 0 ? [changed] : [],
      answer: (after) => endpointAnswer(after, endpointId),
    };
  }) satisfies Decide;
}

/**
 * DELETE /webhook-endpoints/{endpointId}. What waits for it is cancelled when it is due.
 * @throws DomainError when decided: `not_found`, `precondition_failed`
 */
export function deleteEndpoint(endpointId: string, checkVersion: CheckVersion) {
  return ((view) => {
    checkVersion(requireEndpoint(view, endpointId).version);
    const deleted: WebhookEndpointDeleted = { type: 'WebhookEndpointDeleted', data: { endpoint_id: endpointId } };
    const body = { ok: true, endpoint_id: endpointId, deleted: true } as const;
    return { events: [deleted], answer: () => ({ status: 200, body }) };
  }) satisfies Decide;
}

/**
 * POST /webhook-endpoints/{endpointId}/resume. No event where it is not paused.
 * @throws DomainError when decided: `not_found`
 */
export function resumeEndpoint(endpointId: string) {
  return ((view) => {
    const { paused_at } = requireEndpoint(view, endpointId);
    const resumed: WebhookEndpointResumed = { type: 'WebhookEndpointResumed', data: { endpoint_id: endpointId } };
    return { events: paused_at === null ? [] : [resumed], answer: (after) => endpointAnswer(after, endpointId) };
  }) satisfies Decide;
}

function endpointAnswer(after: WorkspaceView, endpointId: string) {
  const row = requireEndpoint(after, endpointId);
  const body = { ok: true as const, webhook_endpoint: presentEndpoint(row) };
  return { status: 200, etag: `"${row.version}"`, body };
}

/** The settings that a patch changes. The order of types is none. */
function differences(row: EndpointRow, { url, event_types, description }: EndpointPatch): Partial<EndpointSettings> {
  const before = new Set<string>(row.subscriptions.map(({ type }) => type));
  const isSame = event_types?.length === before.size && event_types.every((type) => before.has(type));
  return {
    ...(url !== undefined && url !== row.url && { url }),
    ...(event_types !== undefined && !isSame && { event_types }),
    ...(description !== undefined && description !== row.description && { description }),
  };
}

import { keyText, type WorkspaceView } from '#kernel';
import { type ActiveListName, activeLists, effectiveDestination } from './destination.js';
import { type Destination, OUTCOMES, type OutcomeRow } from './outcome.js';

/** An outcome as the API shows it, its destination as it works now (docs/reference/http-contract.md#outcome). */
export function presentOutcome(row: OutcomeRow, activeName: ActiveListName) {
  return {
    outcome_id: row.outcome_id,
    outcome_name: row.outcome_name,
    outcome_type: row.outcome_type,
    order: row.order,
    destination: presentDestination(row, activeName),
    webhook_url: row.webhook_url,
    retry_seconds: row.retry_seconds,
    version: row.version,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** `smart_list_ids` is there only where the type has it. */
export function presentDestination(stored: Destination, activeName: ActiveListName) {
  const { destination_type, destination_id, smart_list_ids } = effectiveDestination(stored, activeName);
  const destination_name = destination_id === null ? null : activeName(destination_id)!;
  return { destination_type, destination_id, destination_name, ...(smart_list_ids && { smart_list_ids }) };
}

/** The derived flag of docs/reference/published-contract.md, 2.3: some disposition is configured. */
export function popupEnabled(outcomes: Iterable<Pick<OutcomeRow, 'outcome_type'>>): boolean {
  for (const { outcome_type } of outcomes) if (outcome_type === 'disposition') return true;
  return false;
}

/**
 * The envelope of one outcome: `{ ok, outcome, disposition_popup_enabled }`
 * (docs/reference/published-contract.md, 2.3).
 */
export function outcomeEnvelope(row: OutcomeRow, activeName: ActiveListName, popup: boolean) {
  return { ok: true as const, outcome: presentOutcome(row, activeName), disposition_popup_enabled: popup };
}

/**
 * The envelope of all outcomes of a workspace: `{ ok, outcomes, disposition_popup_enabled }`
 * (docs/reference/published-contract.md, 2.3).
 */
export function outcomesEnvelope(rows: readonly OutcomeRow[], activeName: ActiveListName) {
  const outcomes = rows.map((row) => presentOutcome(row, activeName));
  return { ok: true as const, outcomes, disposition_popup_enabled: popupEnabled(rows) };
}

/** The ETag of an outcome. */
export function outcomeEtag(row: Pick<OutcomeRow, 'version'>): string {
  return `"${row.version}"`;
}

/** The outcome of a decision; undefined: it does not exist, is deleted, or is another workspace's. */
export function outcomeIn(view: WorkspaceView, outcomeId: string): OutcomeRow | undefined {
  return view.resident(OUTCOMES).get(keyText([view.workspaceId, outcomeId]));
}

/** What a change of an outcome is answered with, on the state after it. */
export function outcomeAnswer(after: WorkspaceView, outcomeId: string, created: boolean) {
  const row = outcomeIn(after, outcomeId)!;
  const popup = popupEnabled(after.resident(OUTCOMES).values());
  return {
    status: created ? 201 : 200,
    ...(created && { location: `/phone-system/outcomes/${outcomeId}` }),
    etag: outcomeEtag(row),
    body: outcomeEnvelope(row, activeLists(after), popup),
  };
}

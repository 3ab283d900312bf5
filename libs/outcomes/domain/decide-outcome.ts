import {
  type AddressRange,
  type CheckVersion,
  type Decide,
  type DomainEvent,
  DomainError,
  isSameJson,
  notFound,
  type WorkspaceView,
} from '#kernel';
import { checkReceiverUrl } from '#webhooks/domain';
import { firstSigningSecret, type NewSigningSecret } from '#workspaces/domain';
import {
  activeLists,
  changedDestination,
  checkReferences,
  type DestinationInput,
  effectiveDestination,
  NOWHERE,
  refuseFieldsOfOthers,
} from './destination.js';
import {
  OUTCOMES,
  type OutcomeChanged,
  type OutcomeCreated,
  type OutcomeDeleted,
  type OutcomeRow,
  type OutcomeSettings,
  type OutcomeType,
} from './outcome.js';
import { outcomeAnswer, outcomeIn, popupEnabled } from './present-outcome.js';
import { checkGapOf, checkWebhookOf } from './fields-of-type.js';

/** Largest number of outcomes of a workspace (docs/reference/http-contract.md#endpoints). */
export const MAX_OUTCOMES = 500;
/** The bounds of `order` (docs/reference/http-contract.md#outcome). */
export const ORDER = { min: -(2 ** 31), max: 2 ** 31 - 1 } as const;

/** The input for a change: absent fields stay. */
export interface OutcomePatch extends DestinationInput {
  readonly outcome_name?: string | undefined;
  readonly outcome_type?: OutcomeType | undefined;
  readonly order?: number | undefined;
  readonly webhook_url?: string | null | undefined;
  readonly retry_seconds?: number | null | undefined;
}

/** The input for a new outcome: absent fields get their defaults. */
export type NewOutcome = OutcomePatch & Pick<OutcomeSettings, 'outcome_name'>;

/** The inputs of a decision that do not come from the request. */
export interface OutcomeContext {
  /** Ranges of addresses that an operator has opened (WEBHOOK_ALLOW_CIDRS). */
  readonly allowed: readonly AddressRange[];
  /** For a workspace that has none yet; needed only if `outcome_type` is sent as `action`. */
  readonly signingSecret: NewSigningSecret | undefined;
}

/**
 * POST /phone-system/outcomes.
 * @throws DomainError at once: `validation_failed`. When decided: `invalid_reference`, `resource_conflict` (500
 * outcomes)
 */
export function createOutcome(outcomeId: string, input: NewOutcome, context: OutcomeContext) {
  checkShape(input, context.allowed);
  const outcome_type = input.outcome_type ?? 'disposition';
  const { webhook_url = null, retry_seconds = null } = input;
  checkWebhookOf(outcome_type, webhook_url);
  checkGapOf(outcome_type, retry_seconds);
  const destination = changedDestination(NOWHERE, input);
  return ((view) => {
    checkReferences(destination, activeLists(view));
    const others = view.resident(OUTCOMES);
    if (others.size >= MAX_OUTCOMES) {
      throw new DomainError('resource_conflict', `A workspace holds at most ${MAX_OUTCOMES} outcomes.`);
    }
    const { outcome_name, order = nextOrder(others.values()) } = input;
    const created: OutcomeCreated = {
      type: 'OutcomeCreated',
      data: { outcome_id: outcomeId, outcome_name, outcome_type, order, ...destination, webhook_url, retry_seconds },
    };
    return {
      events: [...secretFor(outcome_type, context, view), created],
      answer: (after) => outcomeAnswer(after, outcomeId, true),
    };
  }) satisfies Decide;
}

/**
 * PATCH /phone-system/outcomes/{outcomeId}.
 * @throws DomainError at once: `validation_failed`. When decided: `not_found`, `precondition_failed`,
 *   `validation_failed` (of the outcome after the change), `invalid_reference`
 */
export function changeOutcome(
  outcomeId: string,
  patch: OutcomePatch,
  context: OutcomeContext,
  checkVersion: CheckVersion,
) {
  checkShape(patch, context.allowed);
  return ((view) => {
    const row = requireOutcome(view, outcomeId);
    checkVersion(row.version);
    const changes = differences(row, patch, view);
    const events: DomainEvent[] = [];
    if (Object.keys(changes).length > 0) {
      const changed: OutcomeChanged = { type: 'OutcomeChanged', data: { outcome_id: outcomeId, changes } };
      events.push(...secretFor(patch.outcome_type, context, view), changed);
    }
    return { events, answer: (after) => outcomeAnswer(after, outcomeId, false) };
  }) satisfies Decide;
}

/**
 * DELETE /phone-system/outcomes/{outcomeId}.
 * @throws DomainError when decided: `not_found`, `precondition_failed`
 */
export function deleteOutcome(outcomeId: string, checkVersion: CheckVersion) {
  return ((view) => {
    checkVersion(requireOutcome(view, outcomeId).version);
    const deleted: OutcomeDeleted = { type: 'OutcomeDeleted', data: { outcome_id: outcomeId } };
    return {
      events: [deleted],
      answer: (after) => {
        const popup = popupEnabled(after.resident(OUTCOMES).values());
        const body = { ok: true, outcome_id: outcomeId, deleted: true, disposition_popup_enabled: popup } as const;
        return { status: 200, body };
      },
    };
  }) satisfies Decide;
}

/**
 * The checks of a body that need no outcome: they come before the 404 of an unknown id
 * (docs/reference/http-contract.md#errors).
 */
function checkShape(input: OutcomePatch, allowed: readonly AddressRange[]): void {
  const { outcome_type, destination_type, webhook_url, retry_seconds } = input;
  if (typeof webhook_url === 'string') checkReceiverUrl('webhook_url', webhook_url, allowed);
  if (outcome_type !== undefined && webhook_url !== undefined) checkWebhookOf(outcome_type, webhook_url);
  if (outcome_type !== undefined && retry_seconds !== undefined) checkGapOf(outcome_type, retry_seconds);
  if (destination_type !== undefined) refuseFieldsOfOthers(destination_type, input);
}

/** The fields this patch changes. A destination is judged by its current effect, and compared with the stored one. */
function differences(row: OutcomeRow, patch: OutcomePatch, view: WorkspaceView): Partial<OutcomeSettings> {
  const { outcome_name = row.outcome_name, outcome_type = row.outcome_type, order = row.order } = patch;
  const webhook_url = patch.webhook_url === undefined ? row.webhook_url : patch.webhook_url;
  checkWebhookOf(outcome_type, webhook_url);
  const retry_seconds = patch.retry_seconds === undefined ? row.retry_seconds : patch.retry_seconds;
  checkGapOf(outcome_type, retry_seconds);
  const lists = activeLists(view);
  const current = effectiveDestination(row, lists);
  const destination = changedDestination(current, patch);
  checkReferences(destination, lists);
  const wish = {
    ...{ outcome_name, outcome_type, order, webhook_url, retry_seconds },
    ...(!isSameJson(current, destination) && destination),
  };
  return Object.fromEntries(
    Object.entries(wish).filter(([field, value]) => !isSameJson(row[field as keyof OutcomeSettings], value)),
  );
}

function requireOutcome(view: WorkspaceView, outcomeId: string): OutcomeRow {
  const row = outcomeIn(view, outcomeId);
  if (!row) throw notFound('outcome');
  return row;
}

function secretFor(
  type: OutcomeType | undefined,
  context: OutcomeContext,
  view: WorkspaceView,
): readonly DomainEvent[] {
  return type === 'action' && context.signingSecret ? firstSigningSecret(context.signingSecret, view) : [];
}

/** One more than the highest, first 1; the largest possible value is shared, and the older outcome comes first. */
function nextOrder(outcomes: Iterable<OutcomeRow>): number {
  let highest: number | undefined;
  for (const { order } of outcomes) highest = Math.max(highest ?? order, order);
  return highest === undefined ? 1 : Math.min(highest + 1, ORDER.max);
}

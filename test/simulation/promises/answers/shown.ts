import type { Hours } from '../model/calling-hours.js';
import type { DialGroup } from '../model/dial-groups.js';
import type { Call, List, Outcome } from '../model/state.js';
import type { WorkspaceModel } from '../model/workspace-model.js';
import { iso } from './fits.js';

/** Resources as docs/reference/http-contract.md#resources shows them, as far as the model knows them. */

export function shownList(model: WorkspaceModel, list: List): object {
  return { ...shownSettings(list), member_count: model.membersOf(list.id).length };
}

/** A list without what the slice of its members says of it. */
export function shownSettings({ id, settings, version }: List): object {
  return { smart_list_id: id, ...settings, version };
}

/**
 * The phone is left out where both are right: its contact is erased, and the call is not yet. Rows that are rebuilt
 * meanwhile show none, since its key is gone.
 */
export function shownCall(model: WorkspaceModel, { party, phone, result, ...call }: Call): object {
  const isEnding = model.contacts.get(party.contact_id)?.erasure === 'started';
  return {
    call_id: party.call_id,
    contact_id: party.contact_id,
    smart_list_id: party.smart_list_id,
    ...(call.erasedAt !== null ? { phone: null } : !isEnding && { phone }),
    erased_at: iso(call.erasedAt),
    ...shownDetails(call, isEnding),
    result,
    state: call.completedAt !== null ? 'completed' : call.endedAt !== null ? 'ended' : 'in_progress',
    dispatched_at: iso(call.dispatchedAt),
    lease_expires_at: iso(call.leaseExpiresAt),
    ended_at: iso(call.endedAt),
    completed_at: iso(call.completedAt),
    outcomes: call.outcomes.map(({ id, retrySeconds }) => ({ outcome_id: id, retry_seconds: retrySeconds })),
  };
}

/** While a contact is being erased, its calls lose what is personal one by one. */
function shownDetails({ details, erasedAt }: Pick<Call, 'details' | 'erasedAt'>, isEnding: boolean): object {
  const { notes, recording_url, ...others } = details;
  return isEnding && erasedAt === null ? others : { ...others, notes, recording_url };
}

export function shownGroup({ id, name, lists, version }: DialGroup): object {
  return { dial_group_id: id, name, smart_list_ids: lists, version };
}

export function shownHours({ id, ...hours }: Hours): object {
  return { calling_hours_id: id, ...hours };
}

export function shownOutcome({ id, settings, version }: Outcome): object {
  const { outcome_name, outcome_type, order, webhook_url, retry_seconds } = settings;
  return { outcome_id: id, outcome_name, outcome_type, order, webhook_url, retry_seconds, version };
}

/**
 * The first field in which what was shown is not what is expected, in words; fields that are not expected are passed
 * over.
 */
export function difference(shown: unknown, expected: unknown, path = ''): string | undefined {
  if (expected === null || typeof expected !== 'object') {
    if (shown === expected) return undefined;
    return `${path.slice(1) || 'it'} is ${JSON.stringify(shown)}, and should be ${JSON.stringify(expected)}`;
  }
  if (shown === null || typeof shown !== 'object') return `${path.slice(1) || 'it'} is ${JSON.stringify(shown)}`;
  if (Array.isArray(expected) && (shown as unknown[]).length !== expected.length)
    return `${path.slice(1)} has ${(shown as unknown[]).length} items, and should have ${expected.length}`;
  for (const [field, value] of Object.entries(expected)) {
    const found = difference((shown as Record<string, unknown>)[field], value, `${path}.${field}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

import { type Callback, gapSeconds } from '#eligibility';
import { DomainError, instant, type Instant, invalidField, type WorkspaceView } from '#kernel';
import { activeList, isUsedUp, type SmartListRow } from '#smart-lists/domain';
import type { CallbackCleared, CallbackSet } from './callback-events.js';
import { afterResets, type MemberRow, MEMBERS } from './member.js';

/** Days: the farthest instant of a callback. */
const MAX_DAYS = 366;
/** The bounds of an owner's time, in seconds, and what it is where a request does not say. */
const OWNER_DEFAULT = 900;
export const OWNER_SECONDS = { min: 0, max: 604_800 } as const;
/** The bounds of the id of an agent, in characters: of owners, and of those who are on the phone. */
export const AGENT_ID = { min: 1, max: 100 } as const;

/** A callback as a request asks for it. */
export interface WantedCallback {
  /** One in the past is taken as now. */
  readonly at: Instant;
  /** null: it gets no owner. */
  readonly agentId: string | null;
  /** Undefined: 900; without an owner it means nothing. */
  readonly ownerSeconds: number | undefined;
}

/**
 * The callback of a request as of now.
 * @throws DomainError `validation_failed`: it is more than 366 days ahead
 */
export function callbackWanted(view: WorkspaceView, { at, agentId, ownerSeconds }: WantedCallback): Callback {
  if (Date.parse(at) > Date.parse(view.now) + MAX_DAYS * 86_400_000) {
    const detail = `callback_at must not be more than ${MAX_DAYS} days ahead.`;
    throw invalidField('validation_failed', '/callback_at', 'out_of_range', detail);
  }
  return {
    callback_at: at < view.now ? view.now : at,
    agent_id: agentId,
    owner_seconds: agentId === null ? 0 : (ownerSeconds ?? OWNER_DEFAULT),
  };
}

/** The refusal of a callback that nobody could keep. */
export function callbackRefused(detail: string): DomainError {
  return new DomainError('callback_refused', detail);
}

/**
 * The refusal of a callback whose member has used up its attempts.
 * @param row of the contact on the list, also of a membership that begins now; undefined: the contact was never on it
 */
export function refuseUsedUp(row: MemberRow | undefined, list: SmartListRow): void {
  if (!row || !isUsedUp(afterResets(row, list).attempt_count, list.max_attempts_total)) return;
  const detail = `The attempts of the contact from smart list ${list.smart_list_id} are used up: nobody could call back.`;
  throw callbackRefused(detail);
}

/** The event by which an active membership gets a callback; none where it has that one. */
export function callbackSet(row: MemberRow, callback: Callback): readonly CallbackSet[] {
  const { smart_list_id, contact_id, number: member_number, callback: before } = row;
  const isSame =
    before?.callback_at === callback.callback_at &&
    before.agent_id === callback.agent_id &&
    before.owner_seconds === callback.owner_seconds;
  return isSame ? [] : [{ type: 'CallbackSet', data: { smart_list_id, contact_id, member_number, ...callback } }];
}

/**
 * PATCH …/members/{contactId}: the events by which a member gets a callback, or loses the one it has.
 * @param wanted null: none
 * @throws DomainError `validation_failed` as {@link callbackWanted}; `callback_refused` where its attempts are used up
 */
export function changeCallback(
  view: WorkspaceView,
  row: MemberRow,
  list: SmartListRow,
  wanted: WantedCallback | null,
): readonly (CallbackSet | CallbackCleared)[] {
  if (wanted !== null) {
    const callback = callbackWanted(view, wanted);
    refuseUsedUp(row, list);
    return callbackSet(row, callback);
  }
  if (row.callback === null) return [];
  const { smart_list_id, contact_id, number: member_number } = row;
  return [{ type: 'CallbackCleared', data: { smart_list_id, contact_id, member_number } }];
}

/** A call of a callback that ends now without having been placed. */
export interface UnplacedCall {
  readonly smart_list_id: string | null;
  readonly contact_id: string;
  readonly member_number: number | null;
  /** The callback that its dispatch ended; undefined: it was of none. */
  readonly callback: Callback | undefined;
}

/**
 * The event by which the callback of a call that was not placed is set again, for the end of the retry gap and with its
 * owner; none where the membership has ended, or has a newer one (docs/reference/dialing-rules.md#callbacks).
 */
export function callbackSetAgain(view: WorkspaceView, call: UnplacedCall): readonly CallbackSet[] {
  const { smart_list_id, contact_id, member_number, callback } = call;
  const list = smart_list_id === null ? undefined : activeList(view, smart_list_id);
  if (!list || !callback) return [];
  const [row] = view.rows(MEMBERS, [[view.workspaceId, list.smart_list_id, contact_id]]);
  if (row?.active !== 1 || row.number !== member_number || row.callback !== null) return [];
  const gap = gapSeconds({ last_end: { result: 'not_placed', retry_seconds: null } }, list);
  return callbackSet(row, { ...callback, callback_at: instant(Date.parse(view.now) + gap * 1_000) });
}

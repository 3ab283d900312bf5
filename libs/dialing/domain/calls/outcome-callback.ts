import { type DomainError, type DomainEvent, invalidField, type WorkspaceView } from '#kernel';
import {
  callbackRefused,
  type CallbackSet,
  callbackWanted,
  type MemberAdded,
  type MemberRow,
  MEMBERS,
  callbackSet,
  refuseUsedUp,
  type WantedCallback,
} from '#members/domain';
import type { Destination } from '#outcomes/domain';
import { activeList, type SmartListRow } from '#smart-lists/domain';
import type { CallRow } from './call.js';
import { effectOn } from './waterfall.js';

/** The refusal of a callback beside an action. */
export function callbackWithAction(): DomainError {
  const detail = 'A callback is set with a disposition: leave it out.';
  return invalidField('validation_failed', '/callback_at', 'not_allowed', detail);
}

/**
 * The event by which a callback is set with an outcome (docs/reference/dialing-rules.md#callbacks): the membership of
 * the outcome's destination bears it, else that of the list dialed from.
 * @param destination as it is in effect now
 * @param about the callback that is wanted, null: none; and the events of the append before it
 * @throws DomainError `callback_refused`: no active membership is left to bear it, or its attempts are used up;
 *   `validation_failed`: it is too far ahead
 */
export function callbackOf(
  view: WorkspaceView,
  call: Pick<CallRow, 'contact_id' | 'smart_list_id'>,
  destination: Destination,
  { wanted, before }: { readonly wanted: WantedCallback | null; readonly before: readonly DomainEvent[] },
): readonly CallbackSet[] {
  if (wanted === null) return [];
  const callback = callbackWanted(view, wanted);
  const { list, row, number } = bearerOf(view, call, destination, before);
  refuseUsedUp(row, list);
  if (row?.active === 1 && row.number === number) return callbackSet(row, callback);
  const data = { smart_list_id: list.smart_list_id, contact_id: call.contact_id, member_number: number, ...callback };
  return [{ type: 'CallbackSet', data }];
}

/** The membership that bears a callback: its number, its list, and the row of the contact there, if it has one. */
interface Bearer {
  readonly list: SmartListRow;
  readonly row: MemberRow | undefined;
  readonly number: number;
}

function bearerOf(
  view: WorkspaceView,
  { contact_id, smart_list_id }: Pick<CallRow, 'contact_id' | 'smart_list_id'>,
  { destination_type, destination_id }: Destination,
  before: readonly DomainEvent[],
): Bearer {
  if (destination_type === 'do_not_call') {
    throw callbackRefused('The outcome has the number entered in the do-not-call register: nobody could call back.');
  }
  const listId = destination_type === 'smart_list' ? destination_id : smart_list_id;
  const list = listId === null ? undefined : activeList(view, listId);
  if (!list) throw callbackRefused('The call was dialed from no active list: there is no member to call back.');
  const [row] = view.rows(MEMBERS, [[view.workspaceId, list.smart_list_id, contact_id]]);
  const effect = effectOn(before, list.smart_list_id, contact_id);
  if (effect === 'MemberAdded') {
    const at = before.findLastIndex((event) => isAddition(event) && event.data.smart_list_id === list.smart_list_id);
    return { list, row, number: view.revision + 1 + at };
  }
  const named = `smart list ${list.smart_list_id}`;
  if (effect === 'MemberRemoved')
    throw callbackRefused(`The outcome takes the contact off ${named}: nobody could call back.`);
  if (row?.active !== 1)
    throw callbackRefused(`The contact is no member of ${named} any more: nobody could call back.`);
  return { list, row, number: row.number };
}

function isAddition(event: DomainEvent): event is MemberAdded {
  return event.type === 'MemberAdded';
}

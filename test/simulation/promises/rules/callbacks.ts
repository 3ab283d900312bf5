import { callbackDue, gapOf, isCallbackKept, subjectOf } from '../model/eligibility.js';
import { timeOf } from '../model/events.js';
import { broken, different, instant, type Rule } from './rule.js';

/** A callback is borne by an active membership of a list that exists, and cleared only where there is one. */
export const callbacksAreBorne: Rule = (before, event) => {
  if (event.type !== 'CallbackSet' && event.type !== 'CallbackCleared') return [];
  const { smart_list_id, contact_id, member_number } = event.data;
  const membership = before.membership(smart_list_id, contact_id);
  return [
    ...broken(!before.list(smart_list_id), event, () => `list ${smart_list_id} does not exist`),
    ...broken(membership?.removed !== null, event, () => `contact ${contact_id} is no member`),
    ...different(event, 'the member number', member_number, membership?.number),
    ...broken(event.type === 'CallbackCleared' && !membership?.callback, event, () => 'there is no callback'),
  ];
};

/** That a callback is due is told once, not before it is, and with the callback as it was set. */
export const dueCallbacksAreToldOnce: Rule = (before, event) => {
  if (event.type !== 'CallbackDue') return [];
  const { smart_list_id, contact_id, member_number, callback_at, agent_id, due_at } = event.data;
  const list = before.list(smart_list_id);
  const membership = list && before.membership(list.id, contact_id);
  const callback = membership?.removed === null ? membership.callback : null;
  if (!list || !callback) return broken(true, event, () => 'there is no callback');
  const subject = subjectOf(list, contact_id, member_number);
  return [
    ...broken(callback.told, event, () => 'it was told before'),
    ...broken(!isCallbackKept(before, subject), event, () => 'nobody would be called'),
    ...broken(due_at > event.metadata.occurred_at, event, () => `it is not due until ${due_at}`),
    ...different(event, 'the member number', member_number, membership!.number),
    ...different(event, 'its instant', callback_at, instant(callback.at)),
    ...different(event, 'its owner', agent_id, callback.agent),
    ...different(event, 'when it is due', due_at, instant(callbackDue(before, subject))),
  ];
};

/** A callback whose call was never placed is set again in the append of the end, for the end of the gap. */
export const unplacedCallbacksComeBack: Rule = (before, event, write) => {
  if (event.type !== 'CallEnded' || event.data.result !== 'not_placed') return [];
  const call = before.calls.get(event.data.call_id);
  const { contact_id, smart_list_id } = event.data;
  const list = before.list(smart_list_id);
  const membership = list && before.membership(list.id, contact_id);
  const isSameStay = membership?.removed === null && membership.number === call?.party.member_number;
  const isDue = Boolean(call?.callback) && isSameStay && membership.callback === null;
  const again = write.events.find((each) => each.type === 'CallbackSet');
  const found = again?.type === 'CallbackSet' ? [again.data.callback_at, again.data.agent_id] : null;
  const at = isDue ? timeOf(event) + gapOf(list!.settings, 'not_placed') * 1_000 : 0;
  return different(event, 'the callback that is set again', found, isDue ? [instant(at), call.callback!.agent] : null);
};

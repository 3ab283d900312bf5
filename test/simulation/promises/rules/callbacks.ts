import { gapOf } from '../model/eligibility.js';
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
